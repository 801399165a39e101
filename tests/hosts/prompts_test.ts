/** What the family's prompt proposes and says, as a client of the whole program meets it. */
import { run } from "../cli/parts/run.ts";
import { assertEquals, assertIncludes } from "../assert.ts";
import type { Frame } from "../dispatch/parts/schema.ts";
import { modern } from "../dispatch/parts/wire.ts";

const PROMPT = "safe_administration_workflow";

/** Three servers whose identity can be checked, and that nobody reaches. */
async function servers(): Promise<string> {
  const known_hosts_file = `${await Deno.realPath(await Deno.makeTempDir())}/known_hosts`;
  await Deno.writeTextFile(known_hosts_file, "", { mode: 0o600 });
  const server = (host: string) => ({ type: "ssh", host, known_hosts_file });
  return JSON.stringify({
    web: server("a.example.com"),
    wiki: server("b.example.com"),
    db: server("c.example.com"),
  });
}

async function answers(frames: readonly Frame[], scopes?: string): Promise<readonly Frame[]> {
  const environment = {
    MCP_SERVERS: await servers(),
    ...(scopes === undefined ? {} : { MCP_ALLOWED_SCOPES: scopes }),
  };
  const stdin = frames.map((frame) => `${JSON.stringify(frame)}\n`).join("");
  const { out, err } = await run(["-m", "mikrus_mcp"], {
    environment,
    stdin,
    terminal: { stdin: false, stdout: false },
  });
  assertEquals(err, "");
  const byId = new Map(
    out.trim().split("\n").map((line) => JSON.parse(line)).map((frame) => [frame.id, frame]),
  );
  return frames.map(({ id }) => byId.get(id));
}

function complete(id: number, value: string): Frame {
  const ref = { type: "ref/prompt", name: PROMPT };
  return modern(id, "completion/complete", { ref, argument: { name: "server", value } });
}

function get(id: number, server: string): Frame {
  return modern(id, "prompts/get", { name: PROMPT, arguments: { server } });
}

function valuesOf(frame: Frame | undefined): unknown {
  return ((frame?.["result"] as Frame)["completion"] as Frame)["values"];
}

Deno.test("the servers are proposed in the configuration's order, and the prompt names the one that was taken", async () => {
  const [all, some, prompt] = await answers([complete(1, ""), complete(2, "w"), get(3, "wiki")]);
  assertEquals(valuesOf(all), ["web", "wiki", "db"]);
  assertEquals(valuesOf(some), ["web", "wiki"]);
  assertIncludes(JSON.stringify(prompt), 'the server is \\"wiki\\"');
});

Deno.test("a server that the scopes hide is not proposed, and reads like one that there is not", async () => {
  const [all, hidden, missing] = await answers(
    [complete(1, ""), get(2, "db"), get(3, "nas")],
    "tool:*,target:web",
  );
  assertEquals(valuesOf(all), ["web"]);
  const [a, b] = [hidden, missing].map((frame) => frame?.["error"] as Frame);
  assertEquals([a?.["code"], b?.["code"]], [-32602, -32602]);
  assertEquals(String(a?.["message"]).replace("db", "X"), String(b?.["message"]).replace("nas", "X"));
});
