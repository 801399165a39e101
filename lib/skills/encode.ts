/** The one place where the family's results and failures become its wire shape. */
import { type Encoded, encodePlain, type Settled } from "../core/encode.ts";
import type { Tool } from "../core/tool.ts";
import { canonicalJson } from "./text/canonical_json.ts";
import { REFUSALS } from "./tools/arguments.ts";

/** JSON-RPC 2.0: invalid parameters. */
const INVALID_PARAMS = -32602;

/** JSON-RPC 2.0: what went wrong on our side. */
const INTERNAL_ERROR = -32603;

/** Bytes of a whole response, in JSON, and of what it has besides the answer: id, era, marks. */
const MAX_RESPONSE_BYTES = 1_048_576;
const AROUND_BYTES = 2_048;

/** Bytes that one UTF-16 unit has at most in the text copy, quoted twice, and in the structured one. */
const MAX_UNIT_BYTES = 7 + 6;

/** Refused values that an error names. */
const MAX_ISSUES = 16;

/**
 * An answer is compact JSON with sorted keys, as text and as structured content; it is a failure when it says why
 * there is none (`codes`, `code`), or when the profile it gives is of nothing. A whole response stays under 1 MiB: where
 * both copies have more, the text goes alone, and where that has more, -32603 goes in its place. Refused arguments are
 * -32602 with the words of the first rule that refuses them.
 *
 * @example
 * ```ts
 * import { ToolError } from "gatehouse/core/errors.ts";
 * import { encode } from "gatehouse/skills/encode.ts";
 * import { detect } from "gatehouse/skills/tools/detect.ts";
 *
 * const error = new ToolError("ARGUMENTS_INVALID", "refused");
 * const encoded = encode({ tool: detect, args: { path: "/" }, ok: false, error });
 * if (encoded.kind !== "error" || encoded.message !== "Invalid params: unknown argument") throw new Error("other words");
 * ```
 */
export function encode(settled: Settled): Encoded {
  if (settled.ok) return result(settled.value, isFailure(settled.value));
  const { tool, args, error } = settled;
  if (error.code === "CANCELLED") return encodePlain(settled);
  if (error.code === "ARGUMENTS_INVALID") return refusal(tool, args);
  if (error.code === "ANSWER_TOO_LARGE") return result({ code: "RESULT_TOO_LARGE" }, true);
  return result({
    codes: [error.code],
    message: error.message,
    ...(error.next === undefined ? {} : { next: error.next }),
  }, true);
}

function result(value: Readonly<Record<string, unknown>>, isError: boolean): Encoded {
  const text = canonicalJson(value);
  const content = [{ type: "text", text }];
  const most = MAX_RESPONSE_BYTES - AROUND_BYTES;
  if (text.length * MAX_UNIT_BYTES <= most) {
    return { kind: "result", content, structuredContent: value, isError };
  }
  const quoted = bytesOf(JSON.stringify(text));
  if (quoted > most) {
    return { kind: "error", code: INTERNAL_ERROR, message: "Internal error: response too large" };
  }
  const copy = quoted + bytesOf(text) <= most ? { structuredContent: value } : {};
  return { kind: "result", content, ...copy, isError };
}

/** Written over each time: what is counted is large. */
let counted: Uint8Array<ArrayBuffer> | undefined;

/** Bytes of the text in UTF-8, as far as a response goes; infinite for more. */
function bytesOf(text: string): number {
  counted ??= new Uint8Array(MAX_RESPONSE_BYTES);
  const { read, written } = new TextEncoder().encodeInto(text, counted);
  return read < text.length ? Infinity : written;
}

/** What was answered has passed the tool's output schema, which knows a profile only in this form. */
function isFailure(value: Readonly<Record<string, unknown>>): boolean {
  if (value["codes"] !== undefined || value["code"] !== undefined) return true;
  const profile = value["profile"] as { readonly exists: boolean; readonly blocked: boolean } | undefined;
  return profile !== undefined && (profile.blocked || !profile.exists);
}

/** The arguments are checked once more: of many refused values the call's own error keeps only some. */
function refusal(tool: Tool, args: unknown): Encoded {
  const refused = (tool.input.safeParse(args).error?.issues ?? []).map(({ path, message }) => {
    const problem = REFUSALS.find((known) => known === message) ?? "expected an object";
    // A name that the tool does not know is the caller's text; those it knows are ours.
    return { path: path.filter((key) => typeof key === "number" || typeof key === "string"), problem };
  });
  const rank = (problem: string) => REFUSALS.findIndex((known) => known === problem);
  const unique = new Map(refused.map((issue) => [JSON.stringify(issue), issue]));
  const issues = [...unique.values()].sort((a, b) => rank(a.problem) - rank(b.problem)).slice(0, MAX_ISSUES);
  return {
    kind: "error",
    code: INVALID_PARAMS,
    message: `Invalid params: ${issues[0]?.problem ?? "expected an object"}`,
    data: { code: "ARGUMENTS_INVALID", issues },
  };
}
