/** What a client of 2024-11-05 does over stdio, from the greeting to the farewell. */
import { assertEquals, assertTrue } from "../assert.ts";
import { resultOf } from "../dispatch/parts/endpoint.ts";
import type { Frame } from "../dispatch/parts/schema.ts";
import { initialize, legacy } from "../dispatch/parts/wire.ts";
import { goneCheck, modelChecks } from "./model.ts";
import type { Check } from "./parts/checks.ts";
import { errorIn, valueIn, verdictIn } from "./parts/said.ts";
import type { StdioSession } from "./parts/stdio_session.ts";

const CWD = "/home/ann/project";

function call(session: StdioSession, name: string, args: unknown): Promise<Frame> {
  return session.ask(legacy(session.nextId(), "tools/call", { name, arguments: args }));
}

export const legacyChecks: readonly Check<StdioSession>[] = [
  {
    name: "initialize: the handshake of an old client returns the capabilities of 2024-11-05",
    async prove(session) {
      const result = resultOf(await session.ask(initialize(session.nextId(), "2024-11-05")));
      assertEquals([result["protocolVersion"], result["capabilities"]], ["2024-11-05", { tools: {} }]);
      assertEquals((result["serverInfo"] as Frame)["name"], "gatehouse");
      assertTrue(String(result["instructions"]).length > 0);
    },
  },
  {
    name: "notifications/initialized is swallowed, and ping returns an empty object",
    async prove(session) {
      await session.tell({ jsonrpc: "2.0", method: "notifications/initialized" });
      assertEquals(resultOf(await session.ask(legacy(session.nextId(), "ping"))), {});
    },
  },
  {
    name: "tools/list without _meta answers in the old way, with the four tools in order",
    async prove(session) {
      const result = resultOf(await session.ask(legacy(session.nextId(), "tools/list")));
      assertEquals(Object.keys(result), ["tools"]);
      const tools = result["tools"] as { name: string; inputSchema: { type: string } }[];
      assertEquals(tools.map(({ name }) => name), ["gate", "classify", "route", "score"]);
      for (const { inputSchema } of tools) assertEquals(inputSchema.type, "object");
    },
  },
  {
    name: "tools/call without _meta answers in the old way: content and isError, no resultType",
    async prove(session) {
      const result = resultOf(await call(session, "gate", { command: "git status", cwd: CWD }));
      assertEquals(Object.keys(result).filter((key) => key !== "_meta").sort(), [
        "content",
        "isError",
        "structuredContent",
      ]);
      assertEquals(result["isError"], false);
    },
  },
  {
    name: "gate allows a command that only reads",
    async prove(session) {
      assertEquals(verdictIn(await call(session, "gate", { command: "ls -la src | head", cwd: CWD })), [
        "allow",
        "L0",
        null,
      ]);
    },
  },
  {
    name: "gate denies a dangerous command, with layer and reason",
    async prove(session) {
      const said = valueIn(await call(session, "gate", { command: "ls && rm -rf /", cwd: CWD }));
      assertEquals([said["decision"], said["layer"]], ["deny", "L0"]);
      assertTrue(String(said["reason"]).length > 0 && said["fail_closed"] === "deny");
    },
  },
  {
    name: "gate's ask is the text of the result: in the old era the host shows it to a person",
    async prove(session) {
      const said = valueIn(await call(session, "gate", { command: "git push origin main", cwd: CWD }));
      assertEquals([said["decision"], said["command"]], ["ask", "git push origin main"]);
    },
  },
  {
    name:
      "a blank command, a missing one, too long a one, an unknown argument and an unknown tool are -32602",
    async prove(session) {
      for (
        const args of [{ command: "  " }, {}, { command: "x".repeat(20_001) }, { command: "ls", more: 1 }]
      ) {
        errorIn(await call(session, "gate", args), -32602);
      }
      errorIn(await call(session, "none", {}), -32602);
      errorIn(await call(session, "gate", "ls"), -32602);
    },
  },
  {
    name: "an unknown method is -32601; an unknown notification is swallowed",
    async prove(session) {
      await session.tell({ jsonrpc: "2.0", method: "notifications/unknown" });
      errorIn(await session.ask(legacy(session.nextId(), "unknown/method")), -32601);
    },
  },
  {
    name: "a line that is no JSON is -32700, a batch is -32600, and the process lives on",
    async prove(session) {
      await session.raw("{ no json");
      errorIn(await session.next(), -32700);
      await session.raw('[{"jsonrpc":"2.0","id":1,"method":"ping"}]');
      errorIn(await session.next(), -32600);
      assertEquals(resultOf(await session.ask(legacy(session.nextId(), "ping"))), {});
    },
  },
  {
    name: "text that is not ASCII comes back as it was, whatever the locale",
    async prove(session) {
      const command = "echo 斑海豹 żółw 🦭";
      const said = valueIn(await call(session, "gate", { command, cwd: CWD }));
      assertEquals(said["command"], command);
    },
  },
  ...modelChecks(call),
  {
    name: "shutdown returns null",
    async prove(session) {
      const answer = await session.ask(legacy(session.nextId(), "shutdown"));
      assertEquals(answer["result"], null);
    },
  },
];

/** For a server whose decision service is not there. */
export const legacyGone: readonly Check<StdioSession>[] = [goneCheck<StdioSession>(call)];
