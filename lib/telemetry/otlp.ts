/** Calls as OTLP/HTTP JSON (opentelemetry-proto 1.x, `ExportTraceServiceRequest`). */
import { NAME, VERSION } from "../core/version.ts";
import type { CallSpan } from "./call_span.ts";

/** Outcomes are words of the house; another text in their place would be somebody's data. */
const WORD = /^(?:ok|question|[A-Z][A-Z0-9_]{0,63})$/;

/** Span kinds and status codes by their numbers in the protocol. */
const INTERNAL = 1;
const SERVER = 2;
const ERROR = 2;

/** Sampled, and what the parent is: unknown to us, or another process's (`SpanFlags`). */
const FLAGS = 0x101;
const REMOTE_PARENT = 0x200;

type Attributes = Readonly<Record<string, string | number | undefined>>;

/**
 * Spans of the call and its phases.
 *
 * @example
 * ```ts
 * import { spanCount } from "gatehouse/telemetry/otlp.ts";
 *
 * if (spanCount({ phases: [] }) !== 1) throw new Error("the call has a span itself");
 * ```
 */
export function spanCount({ phases }: Pick<CallSpan, "phases">): number {
  return phases.length + 1;
}

/**
 * The request's body. Of a call it has the names of tool, family and phases, times, how it ended, how it came in, and
 * the id that its answer has; nothing that its caller or its target said.
 *
 * @param calls Calls that have ended.
 * @param options `instance`: tells this process from others of its kind.
 *
 * @example
 * ```ts
 * import { otlpBody } from "gatehouse/telemetry/otlp.ts";
 *
 * const { resourceSpans } = JSON.parse(otlpBody([], { instance: "a" }));
 * if (resourceSpans.length !== 1) throw new Error("no resource");
 * ```
 */
export function otlpBody(calls: readonly CallSpan[], { instance }: { readonly instance: string }): string {
  const resource = {
    attributes: attributes({
      "service.name": NAME,
      "service.version": VERSION,
      "service.instance.id": instance,
    }),
  };
  const scopeSpans = [{ scope: { name: NAME, version: VERSION }, spans: calls.flatMap(spansOf) }];
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] });
}

function spansOf(call: CallSpan): object[] {
  const { parent, phases, start, ended } = call;
  const random = crypto.getRandomValues(new Uint8Array(16 + 8 * spanCount(call)));
  const idAt = (index: number): string => hex(random.subarray(16 + 8 * index, 24 + 8 * index));
  const traceId = parent?.traceId ?? hex(random.subarray(0, 16));
  const spanId = idAt(0);
  const outcome = WORD.test(ended.outcome) ? ended.outcome : "OTHER";
  const isFailure = outcome !== "ok" && outcome !== "question";
  const whole = {
    traceId,
    spanId,
    ...(parent === null ? {} : { parentSpanId: parent.spanId }),
    ...(parent === null || parent.state === "" ? {} : { traceState: parent.state }),
    flags: parent === null ? FLAGS : FLAGS | REMOTE_PARENT,
    name: ended.tool === undefined ? "tools/call" : `tools/call ${ended.tool}`,
    kind: SERVER,
    ...times(call, { from: 0, to: call.ms }),
    attributes: attributes({
      "mcp.method.name": start.via === "cli" ? undefined : "tools/call",
      "gen_ai.tool.name": ended.tool,
      "gatehouse.family": ended.family,
      "gatehouse.outcome": outcome,
      "gatehouse.transport": start.via,
      "gatehouse.era": start.origin?.era,
      "gatehouse.request_id": ended.requestId,
      "error.type": isFailure ? outcome : undefined,
    }),
    status: isFailure ? { code: ERROR } : {},
  };
  const below = phases.map(({ name, from, to, failure }, index) => ({
    traceId,
    spanId: idAt(index + 1),
    parentSpanId: spanId,
    flags: FLAGS,
    name,
    kind: INTERNAL,
    ...times(call, { from, to }),
    attributes: attributes({
      "error.type": failure === null ? undefined : WORD.test(failure) ? failure : "OTHER",
    }),
    status: failure === null ? {} : { code: ERROR },
  }));
  return [whole, ...below];
}

/** Nanoseconds since 1970 as decimal text, which JSON's numbers are too small for. */
function times({ at }: CallSpan, { from, to }: { from: number; to: number }): object {
  const nanoseconds = (ms: number): string =>
    `${BigInt(at) * 1_000_000n + BigInt(Math.round(ms * 1_000_000))}`;
  return { startTimeUnixNano: nanoseconds(from), endTimeUnixNano: nanoseconds(to) };
}

function attributes(given: Attributes): object[] {
  return Object.entries(given).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [{ key, value: typeof value === "number" ? { intValue: `${value}` } : { stringValue: value } }]
  );
}

function hex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}
