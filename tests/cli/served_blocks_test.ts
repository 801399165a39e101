/** Each way in which the tools' older server is configured works when only the command before `-m` is ours. */
import { assertEquals, assertIncludes, assertMatch } from "../assert.ts";
import { says, StandIn } from "../parts/systemone.ts";
import { Program } from "./parts/program.ts";
import { run } from "./parts/run.ts";

const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n';

for (
  const block of [
    "-m phocinae_mcp",
    "-m phocinae_mcp --server http://127.0.0.1:8155",
    "-m phocinae_mcp --server http://127.0.0.1:8155 --timeout 5 --guard /path/to/guard.py --l1-enabled --model Some-Model-150M",
    "--server http://127.0.0.1:8155",
  ]
) {
  Deno.test(`"${block}" serves over stdio`, async () => {
    const { code, out } = await run(block.split(" "), { stdin: LIST });
    assertEquals(code, 0);
    assertEquals(JSON.parse(out).result.tools[0].name, "gate");
  });
}

Deno.test("what the block gives for a guard is told once, on stderr", async () => {
  const { err } = await run("-m phocinae_mcp --guard /g --l1-enabled --timeout 5".split(" "));
  assertEquals(err.match(/^gatehouse\[warning\]: .*$/gm)?.length, 1);
  assertIncludes(err, "Loaded nothing for --guard");
});

Deno.test("the block's service, time, switch and model are what a command that the rules leave grey is put to", async () => {
  await using service = new StandIn({ say: says(0.5, 5) });
  const call = { name: "gate", arguments: { command: "make build", cwd: "/home/ann/project" } };
  const frame = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call })}\n`;
  const decided = async (block: string) => {
    await using program = new Program(block.split(" "));
    await program.send(frame, { more: true });
    await program.until("out", /\n/);
    await program.send("");
    const { decision, layer } = JSON.parse((await program.ended()).out).result.structuredContent;
    return [decision, layer];
  };
  const block = `-m phocinae_mcp --server ${service.url} --timeout 5`;
  assertEquals(await decided(`${block} --l1-enabled --model Some-Model-150M`), ["ask", "L1"]);
  assertEquals(service.seen.map(({ path, body }) => [path, body["model"]]), [[
    "/v1/systemone",
    "Some-Model-150M",
  ]]);
  assertEquals(await decided(block), ["deny", "fail_closed"]);
  assertEquals(service.seen.length, 1);
});

/** Serves over HTTP until it listens, or until it says that another program has the port. */
async function listens(args: readonly string[], environment: Record<string, string> = {}): Promise<string> {
  const { code, err } = await run(args, { environment, signal: AbortSignal.abort() });
  if (code === 1) assertIncludes(err, "Could not listen on");
  else assertEquals(code, 0);
  return err;
}

for (
  const [block, where] of [
    ["-m phocinae_mcp --transport http --host 127.0.0.1 --port 8255", /127\.0\.0\.1(?::| port )8255/],
    ["-m phocinae_mcp --transport http", /127\.0\.0\.1(?::| port )8255/],
    [
      "-m phocinae_mcp --transport http --host localhost --port 0",
      /listening on http:\/\/127\.0\.0\.1:\d+\/mcp/,
    ],
    ["-m phocinae_mcp --transport http --host ::1 --port 0", /\[?::1\]?(?::| port )\d+/],
  ] as const
) {
  Deno.test(`"${block}" serves over HTTP`, async () => {
    assertMatch(await listens(block.split(" ")), where);
  });
}

Deno.test("PHOCINAE_MCP_TRANSPORT and PHOCINAE_MCP_HTTP_PORT choose transport and port", async () => {
  const served = await listens(["serve"], { PHOCINAE_MCP_TRANSPORT: "http", PHOCINAE_MCP_HTTP_PORT: "0" });
  assertMatch(served, /listening on http:\/\/127\.0\.0\.1:\d+\/mcp/);
});

Deno.test("another host than loopback ends with 2 before anything is served", async () => {
  const { code, err } = await run("-m phocinae_mcp --transport http --host 0.0.0.0 --port 0".split(" "));
  assertEquals(code, 2);
  assertIncludes(err, "Could not use host 0.0.0.0 from --host");
});

Deno.test("-m phocinae_mcp --version prints the version and serves nothing", async () => {
  const { code, out } = await run("-m phocinae_mcp --version".split(" "));
  assertEquals(code, 0);
  assertMatch(out, /^gatehouse \d/);
});
