/** The codes of failures as this family's clients know them. */
import type { ToolError } from "../core/errors.ts";
import type { Tool } from "../core/tool.ts";

/** The only codes that leave. */
const KNOWN: ReadonlySet<string> = new Set([
  "VALIDATION_FAILED",
  "AUTHENTICATION_FAILED",
  "AUTHORIZATION_FAILED",
  "NOT_FOUND",
  "CONFLICT",
  "RECREATE_CONFIG_DRIFT",
  "RATE_LIMITED",
  "TIMEOUT",
  "CANCELLED",
  "UNAVAILABLE",
  "TRANSIENT_UPSTREAM",
  "UPSTREAM_PROTOCOL",
  "UPSTREAM_REJECTED",
  "UPSTREAM_FAILED",
  "AMBIGUOUS_OUTCOME",
  "INTERNAL_ERROR",
]);

/** The house's own words for the same. */
const SAME: Readonly<Record<string, string>> = {
  ARGUMENTS_INVALID: "VALIDATION_FAILED",
  DEADLINE_EXCEEDED: "TIMEOUT",
  ISOLATE_LOST: "UNAVAILABLE",
  ISOLATE_UNAVAILABLE: "UNAVAILABLE",
  AUDIT_UNWRITABLE: "UNAVAILABLE",
  CONFIG_INVALID: "UNAVAILABLE",
  FILE_MISSING: "UNAVAILABLE",
  FILE_UNSAFE: "UNAVAILABLE",
  FILE_UNREADABLE: "UNAVAILABLE",
  ANSWER_TOO_LARGE: "UPSTREAM_FAILED",
  UPSTREAM_RATE_LIMITED: "RATE_LIMITED",
};

/** Seconds that a client is asked to wait at most. */
const MAX_WAIT = 60;

/**
 * The code that a client sees.
 *
 * @example
 * ```ts
 * import { codeOf } from "gatehouse/hosts/codes.ts";
 *
 * if (codeOf("DEADLINE_EXCEEDED") !== "TIMEOUT" || codeOf("WHATEVER") !== "INTERNAL_ERROR") throw new Error("another");
 * ```
 */
export function codeOf(code: string): string {
  if (KNOWN.has(code)) return code;
  return Object.hasOwn(SAME, code) ? SAME[code] ?? "INTERNAL_ERROR" : "INTERNAL_ERROR";
}

/**
 * Whether the same call may succeed later. A change that may have happened is never to be repeated, and one that was held
 * back for its rate is not to be repeated by a machine.
 *
 * @example
 * ```ts
 * import { ToolError } from "gatehouse/core/errors.ts";
 * import { isRetryable } from "gatehouse/hosts/codes.ts";
 * import { writeFile } from "gatehouse/hosts/tools/write_file.ts";
 *
 * const error = new ToolError("AMBIGUOUS_OUTCOME", "The connection was lost", { retryable: true });
 * if (isRetryable(writeFile, error)) throw new Error("asks for a second change");
 * ```
 */
export function isRetryable(tool: Pick<Tool, "access">, error: ToolError): boolean {
  const code = codeOf(error.code);
  if (code === "AMBIGUOUS_OUTCOME" || (code === "RATE_LIMITED" && tool.access !== "read")) return false;
  return error.retryable;
}

/**
 * Seconds after which it may, 0–60; undefined where that is not known.
 *
 * @example
 * ```ts
 * import { ToolError } from "gatehouse/core/errors.ts";
 * import { waitOf } from "gatehouse/hosts/codes.ts";
 *
 * if (waitOf(new ToolError("RATE_LIMITED", "Too fast", { retryAfterSeconds: 90 })) !== 60) throw new Error("longer");
 * ```
 */
export function waitOf({ retryAfterSeconds }: ToolError): number | undefined {
  return retryAfterSeconds === undefined ? undefined : Math.min(MAX_WAIT, Math.max(0, retryAfterSeconds));
}
