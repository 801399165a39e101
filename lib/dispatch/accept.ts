/** Which of the two answer types a client accepts (RFC 9110, section 12.5.1). */

/** The two forms of an answer. */
export interface Accepted {
  /** One JSON object. */
  readonly json: boolean;
  /** A stream of server-sent events. */
  readonly sse: boolean;
}

const JSON_RANGES = ["application/json", "application/*", "*/*"];
const SSE_RANGES = ["text/event-stream", "text/*", "*/*"];

/** A weight of zero: the range is named in order to refuse it. */
const REFUSED = /^q=0(?:\.0{0,3})?$/;

/**
 * What an `Accept` header allows; a request without one takes anything.
 *
 * @example
 * ```ts
 * import { readAccept } from "gatehouse/dispatch/accept.ts";
 *
 * const both = readAccept("application/json, text/event-stream;q=0.5");
 * if (!both.json || !both.sse) throw new Error("wrong");
 * if (readAccept("text/html").json) throw new Error("HTML is no JSON");
 * ```
 */
export function readAccept(header: string | null): Accepted {
  if (header === null) return { json: true, sse: true };
  let json = false;
  let sse = false;
  for (const item of header.toLowerCase().split(",", 32)) {
    const [range = "", ...parameters] = item.split(";", 8).map((part) => part.trim());
    if (parameters.some((parameter) => REFUSED.test(parameter))) continue;
    json ||= JSON_RANGES.includes(range);
    sse ||= SSE_RANGES.includes(range);
  }
  return { json, sse };
}
