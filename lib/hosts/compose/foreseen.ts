/** What applying a plan would do, for the person who is to approve it: a receipt says nothing to anybody. */
import type { RunContext } from "../../core/tool.ts";
import { isA, ownPlan } from "./ask.ts";

/**
 * A line each: the service and its project, the image, the compose files.
 *
 * @throws ToolError when the store of plans cannot be read.
 *
 * @example
 * ```ts
 * import { foreseePlan } from "gatehouse/hosts/compose/foreseen.ts";
 *
 * if (foreseePlan.length !== 2) throw new Error("see the tests of plans");
 * ```
 */
export async function foreseePlan(
  { service, plan_receipt }: { readonly service: string; readonly plan_receipt: string },
  context: Pick<RunContext, "service" | "principal">,
): Promise<readonly string[]> {
  const record = await ownPlan(plan_receipt, context).catch((error) => {
    if (isA(error, "PLAN_STALE")) return null;
    throw error;
  });
  if (record === null || record.service !== service) {
    return [`nothing: the caller has no plan of the service ${service} under this receipt`];
  }
  const { project, desiredImage, composeFiles, hasRuntimeDrift } = record;
  return [
    `recreate the service ${service} of the project ${project}`,
    ...(desiredImage === null ? [] : [`image: ${desiredImage}`]),
    ...(hasRuntimeDrift ? ["lost: what was changed in the running container"] : []),
    ...composeFiles.map((file) => `compose file: ${file}`),
  ];
}
