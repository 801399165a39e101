// Runs under Node, read from stdin, so that packages are looked up where it runs: the 1.x SDK lists and calls.
// Arguments: the commands to judge as JSON, then a URL, or a program and its arguments.
import process from "node:process";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [commands, target, ...args] = process.argv.slice(2);
const client = new Client({ name: "outside", version: "0.0.0" });
const transport = target.startsWith("http:")
  ? new StreamableHTTPClientTransport(new URL(target))
  : new StdioClientTransport({ command: target, args, env: process.env });
await client.connect(transport);
const { tools } = await client.listTools();
const answers = [];
for (const command of JSON.parse(commands)) {
  answers.push(await client.callTool({ name: "gate", arguments: { command, cwd: "/home/me/project" } }));
}
process.stdout.write(JSON.stringify({ server: client.getServerVersion(), tools, answers }));
await client.close();
