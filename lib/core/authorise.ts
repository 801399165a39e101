/** Phases 3 to 6 of a call: scopes by name, write policy, the exact target, scopes by what it is. */
import { type Binding, bindingOf, canonicalArguments, sha256, WHOLE_TARGET } from "./approval.ts";
import type { Deadline } from "./deadline.ts";
import { ToolError } from "./errors.ts";
import { type Policy, requireScopes } from "./policy.ts";
import type { Target } from "./target.ts";
import type { Family, RunContext, Tool } from "./tool.ts";
import type { CallTrace } from "./trace.ts";

/** A call whose arguments were accepted. */
export interface Accepted {
  readonly family: Family;
  readonly tool: Tool;
  readonly args: Readonly<Record<string, unknown>>;
  readonly principal: string;
  readonly service: unknown;
  readonly deadline: Deadline;
  /** What the family is given for the phases before the run, when no target is known yet. */
  readonly context: RunContext;
  readonly trace?: CallTrace | null;
}

/** What a call may act on. */
export interface Claim {
  readonly alias: string;
  readonly target: Target;
  readonly binding: Binding;
  /** The arguments that the binding's digest is of. */
  readonly canonical: string;
}

/**
 * What the call may act on; null for a tool without a target.
 *
 * @throws ToolError `AUTHORIZATION_FAILED`, and what the family throws for a target that cannot be had.
 *
 * @example
 * ```ts
 * import { authorise } from "gatehouse/core/authorise.ts";
 *
 * if (authorise.length !== 2) throw new Error("see the tests of the authorisation");
 * ```
 */
export async function authorise(policy: Policy, accepted: Accepted): Promise<Claim | null> {
  const { family: { targets }, tool, args, principal, service, deadline, context, trace } = accepted;
  trace?.phase("authorise");
  requireScopes(policy, [`tool:${tool.name}`, ...dataScope(tool)]);
  if (targets === undefined) return null;
  if (principal === "") {
    throw new ToolError("AUTHENTICATION_FAILED", "Nobody is named as the caller", {
      next: "Name a principal",
    });
  }
  const selected = await deadline.race(Promise.resolve(targets.select(tool, { args, principal, service })));
  const changes = tool.access !== "read";
  requireScopes(policy, [
    ...(changes ? ["write:server"] : []),
    ...(selected === null ? [] : [`target:${selected}`]),
  ]);
  if (changes && !policy.writes) {
    throw new ToolError("AUTHORIZATION_FAILED", "Nothing may be changed: writes are off", {
      next: "Ask the operator about MCP_WRITE_ENABLED",
    });
  }
  if (selected === null) return null;
  trace?.phase("resolve");
  const target = await deadline.race(targets.resolve(selected, { tool, context }));
  trace?.phase("authorise_target");
  const named = tool.resource?.(args as never) ?? "";
  const resource = named === "" ? WHOLE_TARGET : named;
  requireScopes(policy, [
    `target-id:${target.identity}`,
    ...(tool.resource === undefined ? [] : [`resource:${tool.name}:sha256:${await sha256(resource)}`]),
  ]);
  if (changes && !target.proven) {
    throw new ToolError(
      "AUTHORIZATION_FAILED",
      "Nothing may be changed on a target whose identity is not proven",
      { next: "Turn on verify_host_key for it" },
    );
  }
  const canonical = canonicalArguments(args, targets.argument);
  const binding = await bindingOf({ principal, capability: tool.name, target, resource, canonical });
  return { alias: selected, target, binding, canonical };
}

function dataScope({ confidentiality }: Tool): string[] {
  return confidentiality === "public" ? [] : [`data:${confidentiality}`];
}
