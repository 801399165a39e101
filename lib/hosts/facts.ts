/** What the audit log keeps of a call, beyond the target, which the house itself keeps. */
import type { Facts } from "../core/audit.ts";
import type { Questioned, Settled } from "../core/encode.ts";

/**
 * The facts of an ended call: what on its target it acted on, the service's action, and how many secrets were masked.
 * Refused arguments leave none.
 *
 * @example
 * ```ts
 * import { factsOf } from "gatehouse/hosts/facts.ts";
 * import { readFile } from "gatehouse/hosts/tools/read_file.ts";
 *
 * const facts = factsOf({ tool: readFile, args: { path: "/srv/a" }, ok: true, value: { data: {} } });
 * if (facts["resource"] !== "/srv/a") throw new Error("what was read is not kept");
 * ```
 */
export function factsOf(ended: Settled | Questioned): Facts {
  if (ended.ok === false && ended.error.code === "ARGUMENTS_INVALID") return {};
  // Refused arguments were sorted out above, so these are the ones that the schema accepted.
  const args = ended.args as Readonly<Record<string, unknown>>;
  const resource = ended.tool.resource?.(args as never);
  const { action } = args;
  const masked = ended.ok === true ? ended.trail?.masked ?? 0 : 0;
  return {
    ...(resource === undefined || resource === "" ? {} : { resource }),
    ...(typeof action === "string" ? { action } : {}),
    ...(masked === 0 ? {} : { masked }),
  };
}
