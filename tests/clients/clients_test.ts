/** Programs that others wrote list our tools and have commands judged. */
import { join } from "node:path";
import { z } from "zod";
import { assertEquals, assertTrue } from "../assert.ts";
import { Program } from "../cli/parts/program.ts";
import { run } from "../tasks/parts/child.ts";
import { gatehouseArgs } from "../tasks/parts/config.ts";
import { CLIENTS, outsideClientsUnavailable } from "../tasks/parts/outside_clients.ts";

const EXPECTED = [["git status", "allow"], ["git push origin main", "ask"], ["rm -rf /", "deny"]] as const;

const SERVER_INFO = "io.modelcontextprotocol/serverInfo";

const toolList = z.object({ tools: z.array(z.object({ name: z.string(), outputSchema: z.unknown() })) });

const verdict = z.object({ structuredContent: z.object({ decision: z.string() }) });

/** Only answers of the 2026-07-28 revision name the server in each. */
const meta = z.object({ _meta: z.record(z.string(), z.unknown()).default({}) });

/** What the inspector prints; of a list, the list alone. */
const inspected = z.object({ result: z.unknown() });

/** A server to reach, and what a client is given to reach it. */
interface Target extends AsyncDisposable {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

async function open(transport: "stdio" | "http"): Promise<Target> {
  const unavailable = await outsideClientsUnavailable();
  if (unavailable !== null) throw new Error(unavailable);
  const state = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-clients-" }));
  const remove = () => Deno.remove(state, { recursive: true });
  const env = {
    XDG_STATE_HOME: state,
    XDG_CONFIG_HOME: state,
    MCP_CATALOG_PATH: join(state, "catalog.json"),
  };
  if (transport === "stdio") {
    return { words: [Deno.execPath(), ...gatehouseArgs("serve")], env, [Symbol.asyncDispose]: remove };
  }
  const server = new Program(["serve", "--http", "--port", "0"], env);
  return {
    words: [await server.until("err", /http:\S+\/mcp/)],
    env,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await remove();
    },
  };
}

async function inspect({ words, env }: Target, era: string, method: readonly string[]): Promise<unknown> {
  const served = words[0]?.startsWith("http:") === true
    ? []
    : Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  // What follows an option that takes several values must be an option again, so the server's words come first.
  const { code, stdout, stderr } = await run(
    [
      "node",
      join(CLIENTS, "node_modules", ".bin", "mcp-inspector"),
      ...["--cli", ...served, "--protocol-era", era, "--format", "json", "-q"],
      ...words,
      ...method,
    ],
    { env, limitMs: 60_000 },
  );
  assertEquals(code, 0, `${stdout}${stderr}`);
  return inspected.parse(JSON.parse(stdout)).result;
}

for (const transport of ["stdio", "http"] as const) {
  Deno.test(`the 1.x SDK under Node lists the tools and has commands judged over ${transport}`, async () => {
    await using target = await open(transport);
    const { code, stdout, stderr } = await run(
      [
        "node",
        "--input-type=module",
        "-",
        JSON.stringify(EXPECTED.map(([command]) => command)),
        ...target.words,
      ],
      {
        cwd: CLIENTS,
        env: target.env,
        input: await Deno.readTextFile(new URL("./sdk_client.mjs", import.meta.url)),
        limitMs: 60_000,
      },
    );
    assertEquals(code, 0, stderr);
    const { server, answers, ...list } = JSON.parse(stdout);
    assertEquals(server.name, "gatehouse");
    assertTrue(toolList.parse(list).tools.some(({ name }) => name === "gate"));
    assertEquals(
      z.array(verdict).parse(answers).map(({ structuredContent }) => structuredContent.decision),
      EXPECTED.map(([, decision]) => decision),
    );
  });

  for (const era of ["legacy", "modern"]) {
    const name =
      `the inspector finds no fault with our tools and has commands judged over ${transport}, ${era}`;
    Deno.test(name, async () => {
      await using target = await open(transport);
      const list = await inspect(target, era, ["--method", "tools/list", "--strict"]);
      assertTrue(toolList.parse(list).tools.some(({ name }) => name === "gate"));
      for (const [command, decision] of EXPECTED) {
        if (decision === "ask") continue;
        const call = ["--method", "tools/call", "--tool-name", "gate", "--tool-arg", `command=${command}`];
        const answer = await inspect(target, era, call);
        assertEquals(SERVER_INFO in meta.parse(answer)._meta, era === "modern", `Another era than ${era}`);
        assertEquals(verdict.parse(answer).structuredContent.decision, decision);
      }
    });
  }
}
