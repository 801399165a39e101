/** The caller's own span, as `traceparent` and `tracestate` name it (W3C Trace Context, level 1). */
import { isRecord } from "../core/record.ts";

/** A span of the caller. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** The caller records its part of the trace. */
  readonly sampled: boolean;
  /** Other systems' part, handed on as it came; empty for none. */
  readonly state: string;
}

/** Later versions may put more after the flags (section 3.2.4). */
const PARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Characters of a state that everybody must hand on (section 3.3.1.5). */
const MAX_STATE = 512;

/** One member of the state: a key of a system, and its value (section 3.3.1.3). */
const MEMBER =
  /^(?:[a-z][a-z0-9_*/-]{0,255}|[a-z0-9][a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13})=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

/**
 * The span that a request's `_meta` names; null where it names none, or what it says does not hold: then a trace of our
 * own begins, and the call goes on.
 *
 * @example
 * ```ts
 * import { traceParentOf } from "gatehouse/telemetry/trace_parent.ts";
 *
 * const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
 * if (traceParentOf({ traceparent })?.sampled !== true) throw new Error("not read");
 * if (traceParentOf({ traceparent: "00-0-0-01" }) !== null) throw new Error("read");
 * ```
 */
export function traceParentOf(meta: unknown): TraceParent | null {
  const text = isRecord(meta) ? meta["traceparent"] : undefined;
  if (typeof text !== "string" || text.length > MAX_STATE) return null;
  const [, version, traceId = "", spanId = "", flags = "", more] = PARENT.exec(text) ?? [];
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  const sampled = (Number.parseInt(flags, 16) & 1) === 1;
  return { traceId, spanId, sampled, state: stateOf(isRecord(meta) ? meta["tracestate"] : undefined) };
}

/** A state with one bad member is none (section 3.3.1). */
function stateOf(text: unknown): string {
  if (typeof text !== "string" || text.length > MAX_STATE) return "";
  const members = text.split(",").map((member) => member.trim()).filter((member) => member !== "");
  return members.length <= 32 && members.every((member) => MEMBER.test(member)) ? members.join(",") : "";
}
