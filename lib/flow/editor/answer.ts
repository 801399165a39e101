/** The editor's answers as tool results. */
import { oneLine } from "../../core/bounds.ts";
import { ToolError } from "../../core/errors.ts";
import { isRecord } from "../../core/record.ts";
import type { Status, ToolResult } from "../types.ts";
import { plain } from "./wire.ts";

const STATUSES: ReadonlySet<unknown> = new Set<Status>([
  "ok",
  "failed",
  "unverified",
  "error",
  "stale",
  "unavailable",
  "timeout",
]);
const MAX_ERROR = 500;

/**
 * The answer as a tool result: an object as it came, its error text on one line. Without a status that we know it
 * proves nothing, so it is `unverified`.
 *
 * @param tool Its name, for the error text.
 * @param answer As it came over the wire.
 *
 * @example
 * ```ts
 * import { readAnswer } from "gatehouse/flow/editor/answer.ts";
 *
 * if (readAnswer("editor_scip", { status: "ok", n: 1 })["n"] !== 1) throw new Error("lost");
 * if (readAnswer("editor_scip", { status: "great" }).status !== "unverified") throw new Error("believed");
 * if (readAnswer("editor_scip", []).status !== "error") throw new Error("no object");
 * ```
 */
export function readAnswer(tool: string, answer: unknown): ToolResult {
  const value = plain(answer);
  if (!isRecord(value)) return { status: "error", error: `The editor's answer to ${tool} is no object` };
  const { status, error, ...rest } = value;
  // The set has nothing but statuses.
  const known = STATUSES.has(status) ? status as Status : "unverified";
  if (typeof error === "string") return { ...rest, status: known, error: oneLine(error, MAX_ERROR) };
  return { ...rest, status: known };
}

/**
 * The failure of a request as a tool result. A caller that stopped waiting gets its own error thrown.
 *
 * @throws ToolError `CANCELLED`, or what else the caller's signal was aborted with; and what is a defect of ours.
 *
 * @example
 * ```ts
 * import { ToolError } from "gatehouse/core/errors.ts";
 * import { unavailable } from "gatehouse/flow/editor/answer.ts";
 *
 * const error = new ToolError("EDITOR_UNAVAILABLE", "The editor closed the connection");
 * if (unavailable(error).status !== "unavailable") throw new Error("available");
 * ```
 */
export function unavailable(error: unknown): ToolResult {
  if (!(error instanceof ToolError) || !error.code.startsWith("EDITOR_")) throw error;
  return { status: "unavailable", error: error.line };
}
