import { assertEquals } from "../assert.ts";
import type { Encoded } from "gatehouse/core/encode.ts";
import { ToolError } from "gatehouse/core/errors.ts";
import { encode } from "gatehouse/skills/encode.ts";
import { factsOf } from "gatehouse/skills/facts.ts";
import { detect } from "gatehouse/skills/tools/detect.ts";
import { plan } from "gatehouse/skills/tools/plan.ts";

const PROFILE = { exists: true, blocked: false };

function answered(value: Readonly<Record<string, unknown>>): Encoded {
  return encode({ tool: detect, args: { target: "/srv" }, ok: true, value });
}

function isError(encoded: Encoded): boolean | undefined {
  return encoded.kind === "result" ? encoded.isError : undefined;
}

Deno.test("an answer with codes or a code is a failure, and so is a profile of nothing or a blocked one", () => {
  assertEquals(isError(answered({ profile: PROFILE })), false);
  assertEquals(isError(answered({ codes: ["SKILL_INVALID"], discovery: {} })), true);
  assertEquals(isError(answered({ code: "RESULT_TOO_LARGE" })), true);
  assertEquals(isError(answered({ profile: { ...PROFILE, exists: false } })), true);
  assertEquals(isError(answered({ profile: { ...PROFILE, blocked: true } })), true);
});

Deno.test("the text is compact, its keys sorted at every depth", () => {
  const encoded = answered({ b: [{ d: 1, c: "é" }], a: null });
  assertEquals(encoded.kind === "result" && encoded.content[0]?.["text"], '{"a":null,"b":[{"c":"é","d":1}]}');
});

Deno.test("a failure around the tool has its code in codes, and the next step", () => {
  const error = new ToolError("DEADLINE_EXCEEDED", "The call took too long", { next: "Ask for less" });
  const encoded = encode({ tool: plan, args: {}, ok: false, error });
  assertEquals(encoded.kind === "result" && [encoded.isError, encoded.structuredContent], [
    true,
    { codes: ["DEADLINE_EXCEEDED"], message: "The call took too long", next: "Ask for less" },
  ]);
});

Deno.test("an answer that is too large to send is told in the words of the contract", () => {
  const error = new ToolError("ANSWER_TOO_LARGE", "The answer has more than 1048576 bytes");
  const encoded = encode({ tool: plan, args: {}, ok: false, error });
  assertEquals(encoded.kind === "result" && encoded.structuredContent, { code: "RESULT_TOO_LARGE" });
});

Deno.test("a response stays under 1 MiB: the structured copy goes first, then there is an error in its place", () => {
  const bytesOf = (encoded: Encoded) => new TextEncoder().encode(JSON.stringify(encoded)).byteLength;
  const both = answered({ text: "é".repeat(200_000) });
  assertEquals(both.kind === "result" && both.structuredContent !== undefined, true);
  const one = answered({ text: '"'.repeat(200_000) });
  assertEquals(one.kind === "result" && [one.structuredContent, one.isError], [undefined, false]);
  assertEquals(one.kind === "result" && JSON.parse(String(one.content[0]?.["text"])).text.length, 200_000);
  assertEquals([both, one].map((encoded) => bytesOf(encoded) < 1_048_576), [true, true]);
  assertEquals(answered({ text: '"'.repeat(262_144) }), {
    kind: "error",
    code: -32603,
    message: "Internal error: response too large",
  });
});

Deno.test("the record keeps what was asked about, under which day, and what came of it", () => {
  const args = { root_ids: ["a", "b"], today: "2026-08-27", target: "/srv", plan_version: "B3" };
  const value = { plan: { plan_status: "READY" }, digests: { plan: "0".repeat(64) }, masked: 2 };
  assertEquals(factsOf({ tool: plan, args, ok: true, value }), {
    target: "/srv",
    roots: "a b",
    today: "2026-08-27",
    plan_version: "B3",
    plan_status: "READY",
    plan_digest: "0".repeat(64),
    masked: 2,
  });
  const error = new ToolError("ARGUMENTS_INVALID", "refused");
  assertEquals(factsOf({ tool: plan, args: { target: 7 }, ok: false, error }), {});
});
