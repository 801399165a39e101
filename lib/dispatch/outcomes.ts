/** A call's outcome as the body of an MCP answer. */
import { isRecord } from "../core/record.ts";
import type { Outcome } from "../core/invoke.ts";

/** Where an answer says that the audit log is not being written. */
const DEGRADED_KEY = "gatehouse/degraded";

/** The body of a `tools/call` answer, before the wire's own fields. */
export type CallBody = Readonly<Record<string, unknown>>;

/**
 * The body of a finished call or of a question; null for an outcome that is a JSON-RPC error.
 *
 * @example
 * ```ts
 * import { bodyOf } from "gatehouse/dispatch/outcomes.ts";
 *
 * const body = bodyOf({ kind: "question", requests: {}, state: "sealed" });
 * if (body?.requestState !== "sealed") throw new Error("state lost");
 * ```
 */
export function bodyOf(outcome: Outcome): CallBody | null {
  if (outcome.kind === "error") return null;
  const meta = outcome.degraded === undefined ? {} : { _meta: { [DEGRADED_KEY]: outcome.degraded } };
  if (outcome.kind === "question") {
    const { requests, state } = outcome;
    return {
      ...(Object.keys(requests).length > 0 ? { inputRequests: requests } : {}),
      ...(state !== undefined ? { requestState: state } : {}),
      ...meta,
    };
  }
  const { content, structuredContent, isError } = outcome;
  return {
    content,
    ...(structuredContent !== undefined ? { structuredContent } : {}),
    ...(isError !== undefined ? { isError } : {}),
    ...meta,
  };
}

/** A question's requests, by key. */
type Requests = Readonly<Record<string, { readonly method: string; readonly params?: unknown }>>;

/**
 * The capability that the first unanswerable request of a question needs and the client did not declare, or null when
 * the client can answer all. A bare `elicitation: {}` stands for forms, as it did before there were modes.
 *
 * @example
 * ```ts
 * import { missingCapability } from "gatehouse/dispatch/outcomes.ts";
 *
 * const ask = { sure: { method: "elicitation/create", params: { mode: "form" } } };
 * if (missingCapability(ask, { elicitation: {} }) !== null) throw new Error("a bare declaration means forms");
 * if (missingCapability(ask, {}) === null) throw new Error("asked a client that cannot answer");
 * ```
 */
export function missingCapability(
  requests: Requests,
  declared: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | null {
  for (const { method, params } of Object.values(requests)) {
    const [name, member] = needs(method, isRecord(params) ? params : {});
    const found = declared[name];
    if (!isRecord(found)) return { [name]: member === null ? {} : { [member]: {} } };
    if (member === null || isRecord(found[member])) continue;
    const impliedForm = member === "form" && found["url"] === undefined;
    if (!impliedForm) return { [name]: { [member]: {} } };
  }
  return null;
}

function needs(method: string, params: Readonly<Record<string, unknown>>): readonly [string, string | null] {
  switch (method) {
    case "elicitation/create":
      return ["elicitation", params["mode"] === "url" ? "url" : "form"];
    case "sampling/createMessage":
      return [
        "sampling",
        params["tools"] === undefined && params["toolChoice"] === undefined ? null : "tools",
      ];
    default:
      return ["roots", null];
  }
}
