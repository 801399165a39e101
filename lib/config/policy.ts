/** What callers may do, out of the table `[policy]` and its variables. */
import { DEFAULT_POLICY, type Policy } from "../core/policy.ts";
import type { Layers } from "./gate.ts";
import { configError, shown } from "./source.ts";

/** What stands before the colon of a scope that is ever asked for. */
const FAMILIES = ["tool", "target", "target-id", "resource", "data", "write"];

/** Milliseconds below which no change of a minute can be made. */
const LONG_CHANGE_MS = 65_000;

/**
 * The policy in force.
 *
 * @throws ToolError `CONFIG_INVALID` when a call would by default take longer than the server allows.
 *
 * @example
 * ```ts
 * import { policyOf } from "gatehouse/config/policy.ts";
 *
 * const nothing = { value: () => undefined, all: () => [], origin: () => "default" };
 * if (policyOf(nothing).writes) throw new Error("changes that nobody allowed");
 * ```
 */
export function policyOf({ value, origin }: Layers): Policy {
  const usual = value("policy.default_deadline_ms");
  const most = value("policy.max_deadline_ms");
  if (usual !== undefined && most !== undefined && usual > most) {
    throw configError(
      `${shown(origin("policy.default_deadline_ms"))} (${usual}) is more than ${
        shown(origin("policy.max_deadline_ms"))
      } (${most})`,
      "Give a default that the server allows",
    );
  }
  const limits = [usual, most].filter((limit) => limit !== undefined);
  return {
    scopes: value("policy.scopes") ?? DEFAULT_POLICY.scopes,
    writes: value("policy.writes") ?? DEFAULT_POLICY.writes,
    maxMs: limits.length === 0 ? DEFAULT_POLICY.maxMs : Math.min(...limits),
    elicits: value("policy.approvals") === "elicit",
  };
}

/**
 * What the operator should know of a policy that cannot do what it seems to allow.
 *
 * @example
 * ```ts
 * import { policyWarnings } from "gatehouse/config/policy.ts";
 *
 * const policy = { scopes: ["tool:*"], writes: true, maxMs: 1_000, elicits: false };
 * if (policyWarnings(policy).length !== 2) throw new Error("nothing told");
 * ```
 */
export function policyWarnings({ scopes, writes, maxMs }: Policy): string[] {
  const odd = scopes.find((scope) => !FAMILIES.includes(scope.slice(0, scope.indexOf(":"))));
  const strange = odd === undefined
    ? []
    : [`The scope ${shown(odd)} allows nothing. The families of scopes are ${FAMILIES.join(", ")}`];
  if (!writes) return strange;
  const allowed = scopes.includes("write:*") || scopes.includes("write:server");
  return [
    ...strange,
    ...(allowed ? [] : [`Changes are allowed, but no scope is: ${withWrites(scopes)}`]),
    ...(maxMs >= LONG_CHANGE_MS ? [] : [`Changes that take up to 70 s do not fit into ${maxMs} ms`]),
  ];
}

/** The variable replaces the default: whoever has set none must name all of it. */
function withWrites(scopes: readonly string[]): string {
  return scopes === DEFAULT_POLICY.scopes
    ? `set MCP_ALLOWED_SCOPES=${[...scopes, "write:server"].join(",")}`
    : "add write:server to MCP_ALLOWED_SCOPES";
}
