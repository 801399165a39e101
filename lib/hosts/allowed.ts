/** Which of the servers whoever calls may know of. */
import { requireScopes } from "../core/policy.ts";
import type { HostsService } from "./service.ts";

/**
 * The aliases that the scopes allow, in the order of the configuration.
 *
 * @example
 * ```ts
 * import { allowedAliases } from "gatehouse/hosts/allowed.ts";
 *
 * const service = { settings: { targets: [{ alias: "a" }, { alias: "b" }] }, policy: { scopes: ["target:b"] } };
 * if (allowedAliases(service as never).join() !== "b") throw new Error("other aliases");
 * ```
 */
export function allowedAliases(
  { settings, policy }: Pick<HostsService, "settings" | "policy">,
): readonly string[] {
  return settings.targets.map(({ alias }) => alias).filter((alias) => isAllowed(policy, alias));
}

function isAllowed(policy: HostsService["policy"], alias: string): boolean {
  try {
    requireScopes(policy, [`target:${alias}`]);
    return true;
  } catch {
    return false;
  }
}
