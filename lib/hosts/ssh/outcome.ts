/** What a reply, or its absence, means for the caller. */
import { oneLine } from "../../core/bounds.ts";
import { ToolError } from "../../core/errors.ts";
import { NO_SUCH_PROGRAM, replyOf } from "../remote/protocol.ts";
import type { HelperReply, Order } from "../types.ts";
import type { Ending, RawReply } from "./helper_channel.ts";

/** Failures after which nobody knows how far a change got. */
const UNCLEAR: readonly string[] = ["TIMEOUT", "TRANSIENT_UPSTREAM", "UPSTREAM_PROTOCOL"];

/** What shells say when they find no python3; sshd may close a channel before it knows the shell's status. */
const NOT_FOUND =
  /\bpython3: (?:command )?not found\.?$|\bcommand not found: python3$|\bUnknown command:? '?python3'?$/im;

/** The next step. */
const NEEDS_PYTHON = "Install python3 there; without it only some reads work";

/**
 * The reply that came, be it a failure of the helper's.
 *
 * @throws ToolError `UPSTREAM_PROTOCOL` for a reply that is none, or a process that did not end well; for a change
 * `AMBIGUOUS_OUTCOME`.
 *
 * @example
 * ```ts
 * import { replyIn } from "gatehouse/hosts/ssh/outcome.ts";
 *
 * const order = { operation: "o", input: {}, budgetMs: 1, changes: false, privileged: false };
 * if (!replyIn({ status: 0, text: '{"ok":true,"data":{"a":1}}' }, order).ok) throw new Error("no reply");
 * ```
 */
export function replyIn(raw: RawReply, order: Order): HelperReply {
  const reply = replyOf(raw.text);
  if (reply !== null && (!reply.ok || raw.status === 0)) return reply;
  const how = raw.status < 0 ? `was ended by signal ${-raw.status}` : `ended with ${raw.status}`;
  throw unclear(order, {
    code: "UPSTREAM_PROTOCOL",
    message: `The helper for ${order.operation} ${how} without an answer that can be read`,
  });
}

/**
 * What the end of a channel means that ended before its reply.
 *
 * @returns `no_python` when the machine has none, so that nothing was done; otherwise the failure.
 *
 * @example
 * ```ts
 * import { endingOf } from "gatehouse/hosts/ssh/outcome.ts";
 *
 * const order = { operation: "o", input: {}, budgetMs: 1, changes: true, privileged: false };
 * if (endingOf({ code: 127, stderr: "" }, { order, isFirst: true }) !== "no_python") throw new Error("found");
 * ```
 */
export function endingOf(
  { code, stderr }: Ending,
  { order, isFirst }: { readonly order: Order; readonly isFirst: boolean },
): ToolError | "no_python" {
  // csh(1) says 1 for what others say 127 for.
  const missing = code === NO_SUCH_PROGRAM || (code === 1 && /command not found/i.test(stderr)) ||
    (code === null && NOT_FOUND.test(stderr.replaceAll("\r", "")));
  if (isFirst && missing) return "no_python";
  const how = code === null ? "ended without an exit status" : `ended with ${code}`;
  const last = stderr.trim().split("\n").at(-1) ?? "";
  const why = last === "" ? "" : `: ${oneLine(last, 200)}`;
  return unclear(order, {
    code: code === null ? "TRANSIENT_UPSTREAM" : "UPSTREAM_PROTOCOL",
    message: `The helper for ${order.operation} ${how} before it answered${why}`,
  });
}

/**
 * The refusal of an operation for which the machine lacks python3.
 *
 * @example
 * ```ts
 * import { pythonRequired } from "gatehouse/hosts/ssh/outcome.ts";
 *
 * if (pythonRequired("write_file").code !== "UNAVAILABLE") throw new Error("another code");
 * ```
 */
export function pythonRequired(operation: string): ToolError {
  const message = `Could not run ${operation}: the machine has no python3 (PYTHON_REQUIRED)`;
  return new ToolError("UNAVAILABLE", message, { next: NEEDS_PYTHON });
}

/**
 * The failure as it is for a read. For a change that was sent, what leaves its end open is `AMBIGUOUS_OUTCOME`.
 *
 * @example
 * ```ts
 * import { unclear } from "gatehouse/hosts/ssh/outcome.ts";
 *
 * const order = { operation: "o", input: {}, budgetMs: 1, changes: true, privileged: false };
 * if (unclear(order, { code: "TIMEOUT", message: "Late" }).code !== "AMBIGUOUS_OUTCOME") throw new Error("clear");
 * ```
 */
export function unclear(
  order: Order,
  { code, message }: { readonly code: string; readonly message: string },
): ToolError {
  if (!order.changes || !UNCLEAR.includes(code)) {
    const retryable = code === "TRANSIENT_UPSTREAM";
    return new ToolError(code, message, retryable ? { retryable, next: "Try again" } : {});
  }
  return new ToolError("AMBIGUOUS_OUTCOME", `${message}; the change may have happened, in whole or in part`, {
    next: "Look at the machine's state before anything else; do not repeat the call blindly",
  });
}
