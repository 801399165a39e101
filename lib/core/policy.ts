/**
 * What a caller may do, by scopes.
 *
 * A scope is `family:value`, and `family:*` stands for all of a family. Families: `tool`, `target` (the alias),
 * `target-id` (the exact identity), `resource` (`<tool>:sha256:<hex>`), `data` (how confidential an answer is), `write`.
 */
import { ToolError } from "./errors.ts";

/** What the operator allows this process to do. */
export interface Policy {
  readonly scopes: readonly string[];
  /** Whether anything may be changed on a target. */
  readonly writes: boolean;
  /** Milliseconds that a call may take at most, whatever its tool allows. */
  readonly maxMs: number;
  /** Whether a client's own person may be asked instead of an approval. */
  readonly elicits: boolean;
}

/** What holds where nobody said otherwise: everything may be read, nothing changed. */
export const DEFAULT_POLICY: Policy = {
  scopes: ["tool:*", "target:*", "target-id:*", "resource:*", "data:*"],
  writes: false,
  maxMs: 3_700_000,
  elicits: false,
};

/**
 * Refuses what the scopes do not cover. The message names the family of the missing scope and nothing else: it must not
 * say whether there is such a target or resource.
 *
 * @param wanted Scopes that the call needs.
 * @throws ToolError `AUTHORIZATION_FAILED`.
 *
 * @example
 * ```ts
 * import { DEFAULT_POLICY, requireScopes } from "gatehouse/core/policy.ts";
 *
 * requireScopes(DEFAULT_POLICY, ["tool:read_file", "data:sensitive"]);
 * let refused = "";
 * try {
 *   requireScopes(DEFAULT_POLICY, ["write:server"]);
 * } catch (error) {
 *   refused = String(error);
 * }
 * if (!refused.includes("write")) throw new Error("let through");
 * ```
 */
export function requireScopes({ scopes }: Policy, wanted: readonly string[]): void {
  for (const scope of wanted) {
    const family = scope.slice(0, scope.indexOf(":"));
    if (scopes.includes(`${family}:*`) || scopes.includes(scope)) continue;
    throw new ToolError("AUTHORIZATION_FAILED", `The scopes of the family ${family} do not allow this call`, {
      next: "Ask the operator to look at MCP_ALLOWED_SCOPES",
    });
  }
}
