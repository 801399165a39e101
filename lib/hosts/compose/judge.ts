/** Whether a plan still holds for what is there now. */
import { isRecord } from "../../core/record.ts";
import { ToolError } from "../../core/errors.ts";
import type { PlanRecord } from "../stores/plans.ts";
import { sortedJson } from "../sorted_json.ts";
import { stale } from "./ask.ts";
import type { Payload, Plan } from "./plan.ts";

/**
 * The key that a plan's values are sealed with.
 *
 * @throws ToolError `CONFLICT` for a plan of a server that kept none: its values cannot be compared here.
 *
 * @example
 * ```ts
 * import { keyOf } from "gatehouse/hosts/compose/judge.ts";
 *
 * if (keyOf({ payload: { env_key: "0".repeat(64) } }) !== "0".repeat(64)) throw new Error("another key");
 * ```
 */
export function keyOf({ payload }: Pick<PlanRecord, "payload">): string {
  const key = isRecord(payload) ? payload["env_key"] : undefined;
  if (typeof key !== "string" || !/^[0-9a-f]{64}$/.test(key)) throw stale("another version made it");
  return key;
}

/**
 * Refuses what was not planned.
 *
 * @param now The plan as it would be made now, with the record's own inputs.
 * @throws ToolError `RECREATE_CONFIG_DRIFT` when recreating would take away what nobody agreed to lose; `CONFLICT` with
 * `PLAN_STALE` when the declaration has changed, or an image that was named, and with `IMAGE_DRIFT` when the image that
 * the compose files name is another one by now.
 *
 * @example
 * ```ts
 * import { checkHolds } from "gatehouse/hosts/compose/judge.ts";
 *
 * if (checkHolds.length !== 2) throw new Error("see the tests of apply");
 * ```
 */
export function checkHolds(record: PlanRecord, now: Plan): void {
  const fields = Object.keys(now.drift.runtimeOnly);
  if ((fields.length > 0 || record.hasRuntimeDrift) && !record.allowRuntimeDrift) {
    const what = fields.length > 0 ? `: ${fields.join(", ")}` : " when it was planned";
    throw new ToolError(
      "RECREATE_CONFIG_DRIFT",
      `The container has what its compose files do not declare${what}`,
      { next: "Declare it, or plan again with allow_runtime_drift to lose it" },
    );
  }
  const planned = record.payload as Partial<Payload>;
  if (fields.length > 0 && planned.accepted_drift !== now.payload.accepted_drift) {
    throw stale("the container has other things by now that its compose files do not declare");
  }
  // What was lost as agreed is not there any more once the plan is applied.
  const payload = { ...now.payload, accepted_drift: planned.accepted_drift ?? null };
  if (planned.target !== payload.target) throw stale("it was made for another machine");
  if (planned.desired?.declaration !== payload.desired.declaration) {
    throw stale("the compose files have changed since");
  }
  if (planned.image_digest !== payload.image_digest) {
    if (record.desiredImageExplicit) throw stale("the image that it names is another one by now");
    throw new ToolError("CONFLICT", "The image of that name is another one by now (IMAGE_DRIFT)", {
      next: "Call docker_recreate_plan again, and look at what it says",
    });
  }
  if (sortedJson(planned) !== sortedJson(payload)) {
    throw stale("what it would make of the service has changed");
  }
}
