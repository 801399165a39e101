/** What a client of 2026-07-28 does over Streamable HTTP, and what is refused to one that errs. */
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { codeOf, type Reply, resultOf } from "../dispatch/parts/endpoint.ts";
import type { Frame } from "../dispatch/parts/schema.ts";
import { envelope, modern } from "../dispatch/parts/wire.ts";
import { ASKED, FORMS, reply, YES } from "../gate/parts/confirmed.ts";
import { goneCheck, modelChecks } from "./model.ts";
import type { Check } from "./parts/checks.ts";
import type { HttpSession } from "./parts/http_session.ts";
import { errorIn, questionIn, valueIn, verdictIn } from "./parts/said.ts";

const POLICY = "phocinae://policy/gate-approval";

function callFrame(session: HttpSession, args: unknown = ASKED, back: Frame = {}): Frame {
  const _meta = envelope({}, FORMS);
  return modern(session.nextId(), "tools/call", { _meta, name: "gate", arguments: args, ...back });
}

async function call(session: HttpSession, args: unknown = ASKED, back: Frame = {}): Promise<Frame> {
  const { status, frame } = await session.ask(callFrame(session, args, back));
  assertEquals(status, 200);
  return frame;
}

async function plainCall(session: HttpSession, name: string, args: unknown): Promise<Frame> {
  return (await session.ask(modern(session.nextId(), "tools/call", { name, arguments: args }))).frame;
}

/** One whole confirmation of a command that must be asked about. */
async function confirmed(session: HttpSession, inputResponses: Frame): Promise<Frame> {
  const { requestState } = questionIn(await call(session));
  return await call(session, ASKED, { requestState, inputResponses });
}

function refused({ status, frame }: Reply, code: number): void {
  assertEquals([status, codeOf(frame)], [400, code]);
}

export const httpChecks: readonly Check<HttpSession>[] = [
  {
    name: "a request is answered with 200 and one JSON object, and no session header",
    async prove(session) {
      const { status, headers, frames } = await session.ask(modern(session.nextId(), "server/discover"));
      assertEquals([status, headers.get("content-type"), frames.length], [200, "application/json", 1]);
      assertEquals(headers.get("mcp-session-id"), null);
    },
  },
  {
    name: "MCP-Protocol-Version is required: without it 400 and -32020",
    async prove(session) {
      const frame = modern(session.nextId(), "tools/list");
      refused(await session.ask(frame, { "MCP-Protocol-Version": null }), -32020);
    },
  },
  {
    name: "an unsupported MCP-Protocol-Version is 400 and -32022",
    async prove(session) {
      const _meta = envelope({ "io.modelcontextprotocol/protocolVersion": "2030-01-01" });
      const frame = modern(session.nextId(), "tools/list", { _meta });
      const answer = await session.ask(frame, { "MCP-Protocol-Version": "2030-01-01" });
      refused(answer, -32022);
      assertEquals(errorIn(answer.frame, -32022)["requested"], "2030-01-01");
    },
  },
  {
    name: "an MCP-Protocol-Version other than the body's is 400 and -32020",
    async prove(session) {
      const frame = modern(session.nextId(), "tools/list");
      refused(await session.ask(frame, { "MCP-Protocol-Version": "2025-11-25" }), -32020);
    },
  },
  {
    name: "Mcp-Method is required and must be the body's method: 400 and -32020",
    async prove(session) {
      for (const value of [null, "tools/call", "TOOLS/LIST"]) {
        refused(await session.ask(modern(session.nextId(), "tools/list"), { "Mcp-Method": value }), -32020);
      }
    },
  },
  {
    name: "tools/call requires Mcp-Name to be the name: 400 and -32020",
    async prove(session) {
      for (const value of [null, "classify", "GATE"]) {
        refused(await session.ask(callFrame(session), { "Mcp-Name": value }), -32020);
      }
    },
  },
  {
    name: "resources/read requires Mcp-Name to be the uri: 400 and -32020",
    async prove(session) {
      for (const value of [null, "gate"]) {
        const frame = modern(session.nextId(), "resources/read", { uri: POLICY });
        refused(await session.ask(frame, { "Mcp-Name": value }), -32020);
      }
    },
  },
  {
    name: "Accept without application/json and text/event-stream is 406",
    async prove(session) {
      const { status } = await session.ask(modern(session.nextId(), "tools/list"), { Accept: "text/html" });
      assertEquals(status, 406);
    },
  },
  {
    name: "an unknown method is 404 and -32601",
    async prove(session) {
      const { status, frame } = await session.ask(modern(session.nextId(), "unknown/method"));
      assertEquals([status, codeOf(frame)], [404, -32601]);
    },
  },
  {
    name: "GET and DELETE are 405: there is no GET stream and no session to end",
    async prove(session) {
      for (const method of ["GET", "DELETE"]) assertEquals((await session.send(method)).status, 405);
    },
  },
  {
    name: "a notification is answered with 202 and an empty body",
    async prove(session) {
      const frame = {
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { _meta: envelope(), requestId: 999_999 },
      };
      const { status, frames } = await session.ask(frame);
      assertEquals([status, frames], [202, []]);
    },
  },
  {
    name: "a page of another origin is 403",
    async prove(session) {
      const frame = modern(session.nextId(), "tools/list");
      assertEquals((await session.ask(frame, { Origin: "http://evil.example" })).status, 403);
    },
  },
  {
    name: "gate: allow and deny",
    async prove(session) {
      assertEquals(verdictIn(await call(session, { ...ASKED, command: "git status" }))[0], "allow");
      assertEquals(verdictIn(await call(session, { ...ASKED, command: "rm -rf /" }))[0], "deny");
    },
  },
  {
    name: "gate: ask becomes input_required with inputRequests.gate_confirmation and requestState",
    async prove(session) {
      assertIncludes(questionIn(await call(session)).message, ASKED.command);
    },
  },
  {
    name: "MRTR accept: allow",
    async prove(session) {
      assertEquals(verdictIn(await confirmed(session, YES)), ["allow", "human_confirm", "accepted"]);
    },
  },
  {
    name: "MRTR decline: deny",
    async prove(session) {
      assertEquals(verdictIn(await confirmed(session, reply("decline"))), [
        "deny",
        "human_confirm",
        "declined",
      ]);
    },
  },
  {
    name: "MRTR cancel: not authorised",
    async prove(session) {
      const said = valueIn(await confirmed(session, reply("cancel")));
      assertEquals([said["decision"], said["reason"]], ["deny", "not authorised"]);
    },
  },
  {
    name: "MRTR tampered requestState, and one for another command: the question is asked anew",
    async prove(session) {
      const { requestState } = questionIn(await call(session));
      questionIn(await call(session, ASKED, { requestState: `x${requestState}`, inputResponses: YES }));
      const other = { ...ASKED, command: "git push origin dev" };
      questionIn(await call(session, other, { requestState, inputResponses: YES }));
    },
  },
  {
    name: "MRTR two that bring the same yes at once: one is allowed, the other asked anew",
    async prove(session) {
      const { requestState } = questionIn(await call(session));
      const back = { requestState, inputResponses: YES };
      const both = await Promise.all([call(session, ASKED, back), call(session, ASKED, back)]);
      const kinds = both.map((frame) => String(resultOf(frame)["resultType"]));
      assertEquals(kinds.sort(), ["complete", "input_required"]);
    },
  },
  ...modelChecks(plainCall),
  {
    name: "resources/list and resources/read give the approval policy, with ttlMs and cacheScope",
    async prove(session) {
      const listed = resultOf((await session.ask(modern(session.nextId(), "resources/list"))).frame);
      assertEquals((listed["resources"] as Frame[]).map(({ uri }) => uri), [POLICY]);
      const read = resultOf(
        (await session.ask(modern(session.nextId(), "resources/read", { uri: POLICY }))).frame,
      );
      assertEquals([read["ttlMs"], read["cacheScope"]], [3_600_000, "public"]);
      assertTrue(JSON.stringify(read["contents"]).includes("text/markdown"));
    },
  },
];

/** For a server whose decision service is not there. */
export const httpGone: readonly Check<HttpSession>[] = [goneCheck(plainCall)];
