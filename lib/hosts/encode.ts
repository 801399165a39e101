/** The one place where the family's results and failures become its wire shape. */
import type { Encoded, Settled } from "../core/encode.ts";
import { ToolError } from "../core/errors.ts";
import { redactValue } from "../core/redact.ts";
import { codeOf, isRetryable, waitOf } from "./codes.ts";
import { answerMeta, failureMeta } from "./envelope.ts";
import { HostsService } from "./service.ts";
import { sortedJson } from "./sorted_json.ts";

/** Bytes of an envelope where nobody set fewer. */
const MAX_BYTES = 1_000_000;

/** Characters of each text that is left of a change's answer that is too large. */
const MAX_LEFT = 200;

type Json = Readonly<Record<string, unknown>>;

/**
 * An answer is an envelope with `success`, `data` and `_meta`, as structured content and as compact JSON with sorted keys; a
 * failure is such a text alone, with `error`, in a result with `isError`.
 *
 * @param service The family's own; without it, nothing of the configuration is masked or told.
 *
 * @example
 * ```ts
 * import { ToolError } from "gatehouse/core/errors.ts";
 * import { encode } from "gatehouse/hosts/encode.ts";
 * import { listDirectory } from "gatehouse/hosts/tools/list_directory.ts";
 *
 * const error = new ToolError("NOT_FOUND", "There is no /srv");
 * const encoded = encode({ tool: listDirectory, args: {}, ok: false, error }, undefined);
 * if (encoded.kind !== "result" || encoded.isError !== true) throw new Error("no failure");
 * if (!String(encoded.content[0]?.text).startsWith('{"_meta":{')) throw new Error("not sorted");
 * ```
 */
export function encode(settled: Settled, service: unknown): Encoded {
  return settled.ok ? answer(settled, service) : failure(settled, service);
}

function answer(settled: Extract<Settled, { ok: true }>, service: unknown): Encoded {
  const { tool, trail, value } = settled;
  const meta = answerMeta({ tool, trail, service });
  // The tool's own output schema has it.
  const data = marked(value["data"] as Json, trail?.masked ?? 0);
  const whole = written({ success: true, data, _meta: meta });
  const maxBytes = limitOf(service);
  if (fits(whole.text, maxBytes)) return sent(whole);
  if (tool.access === "read") {
    const error = new ToolError("UPSTREAM_FAILED", `The answer has more than ${maxBytes} bytes`, {
      next: "Ask for a smaller part",
    });
    return failure({ ...settled, ok: false, error }, service);
  }
  // The change was made, and whoever asked for it must learn that.
  return sent(written({ success: true, data: shortened(data), _meta: { ...meta, truncated: true } }));
}

/** A digest of what was masked would let anybody try out what stood there, and invite to write the masks back. */
function marked(data: Json, masked: number): Json {
  const before = data["redacted"];
  const redacted = masked + (typeof before === "number" ? before : 0);
  if (redacted === 0) return data;
  return { ...data, ...("sha256" in data ? { sha256: null } : {}), redacted };
}

interface Written {
  readonly envelope: Json;
  readonly text: string;
}

function written(envelope: Json): Written {
  return { envelope, text: sortedJson(envelope) };
}

function sent({ envelope, text }: Written): Encoded {
  return { kind: "result", content: [{ type: "text", text }], structuredContent: envelope, isError: false };
}

function failure(settled: Extract<Settled, { ok: false }>, service: unknown): Encoded {
  const { tool, trail, error } = settled;
  const wait = waitOf(error);
  const text = sortedJson({
    success: false,
    error: {
      code: codeOf(error.code),
      message: redactValue(error.line, secretsOf(service)).value,
      retryable: isRetryable(tool, error),
      ...(wait === undefined ? {} : { retry_after_seconds: wait }),
    },
    _meta: failureMeta({ tool, trail, service }),
  });
  return { kind: "result", content: [{ type: "text", text }], isError: true };
}

function secretsOf(service: unknown): readonly string[] {
  return service instanceof HostsService ? service.secrets : [];
}

function limitOf(service: unknown): number {
  return service instanceof HostsService ? service.settings.maxResultBytes : MAX_BYTES;
}

/** Most texts are far below: a character is at most three bytes of UTF-8 per UTF-16 unit. */
function fits(text: string, maxBytes: number): boolean {
  return text.length * 3 <= maxBytes || new TextEncoder().encode(text).byteLength <= maxBytes;
}

function shortened(value: unknown): unknown {
  if (typeof value === "string") return value.length > MAX_LEFT ? `${value.slice(0, MAX_LEFT)}…` : value;
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]));
}
