/** Visual Studio Code: the servers of the default profile. Other profiles have a file of their own. */
import type { McpClient } from "./client.ts";
import { applicationData, below, known } from "./places.ts";

/** The declaration. */
export const vsCode: McpClient = {
  name: "vs-code",
  title: "VS Code",
  format: "jsonc",
  table: ["servers"],
  file: (machine) => below(applicationData(machine), "Code/User/mcp.json"),
  signs: (machine) => known(below(applicationData(machine), "Code/User")),
  entry: ({ command, args }) => ({ type: "stdio", command, args: [...args] }),
  then: "Run MCP: List Servers in VS Code, and start gatehouse there",
};
