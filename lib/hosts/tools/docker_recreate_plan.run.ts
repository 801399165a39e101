import { isRecord } from "../../core/record.ts";
import type { RunContext } from "../../core/tool.ts";
import { plansOf, stateOf } from "../compose/ask.ts";
import { type Plan, planOf } from "../compose/plan.ts";
import { shownDrift } from "../compose/shown.ts";
import type { ServiceState } from "../remote/answers/compose.ts";
import type { PlanStore } from "../stores/plans.ts";
import { hostRuns } from "./define.ts";
import { dockerRecreatePlan } from "./docker_recreate_plan.ts";

/** Changes nothing on the machine; the plan is kept here for five minutes. */
export default hostRuns(dockerRecreatePlan, async (args, context) => {
  const plans = plansOf(context);
  const image = args.desired_image ?? null;
  const key = await sealingKey(plans, { service: args.service, target: targetIn(context) });
  const state = await stateOf(context, {
    service: args.service,
    project: args.compose_project ?? null,
    files: args.compose_files ?? null,
    image,
    key,
  });
  const plan = await planOf(state, {
    principal: context.principal,
    target: targetIn(context),
    image,
    key,
    allowsDrift: args.allow_runtime_drift,
  });
  const hasRuntimeDrift = Object.keys(plan.drift.runtimeOnly).length > 0;
  await plans.add({
    receiptDigest: plan.receipt.slice(-64),
    service: state.service,
    project: state.project,
    composeFiles: state.files,
    desiredImage: image ?? state.desired.image,
    desiredImageExplicit: image !== null,
    allowRuntimeDrift: args.allow_runtime_drift,
    hasRuntimeDrift,
    payload: plan.payload,
  });
  return {
    ...shownPlan(plan, state),
    has_runtime_only_drift: hasRuntimeDrift,
    allow_runtime_drift: args.allow_runtime_drift,
  };
});

function targetIn({ target }: RunContext): string {
  return target?.identity ?? "";
}

/**
 * A plan that is made again within five minutes has the same receipt when nothing has changed. Whoever has the receipt
 * cannot try out values of variables on it: the key is in the store only.
 */
async function sealingKey(
  plans: PlanStore,
  { service, target }: { readonly service: string; readonly target: string },
): Promise<string> {
  const before = (await plans.valid()).findLast(({ payload, service: of }) =>
    of === service && isRecord(payload) && payload["target"] === target
  );
  const key = isRecord(before?.payload) ? before.payload["env_key"] : undefined;
  if (typeof key === "string" && /^[0-9a-f]{64}$/.test(key)) return key;
  return crypto.getRandomValues(new Uint8Array(32)).toHex();
}

function shownPlan({ receipt, desired, drift, isApplied }: Plan, state: ServiceState) {
  const [primary] = state.containers;
  const others = state.containers.length - 1;
  return {
    plan_receipt: receipt,
    service: state.service,
    project: state.project,
    compose_files: state.files,
    compose_version: state.compose_version,
    image_ref: state.desired.image,
    image_digest: state.image.id,
    live_image_digest: primary?.image_id ?? null,
    config_hash: { live: primary?.config_hash ?? null, desired: state.config_hash },
    desired_env_keys: Object.keys(desired.env).toSorted().slice(0, 128),
    desired_ports: desired.ports.slice(0, 64),
    desired_networks: desired.networks.slice(0, 16),
    depends_on: state.desired.depends_on.slice(0, 64),
    already_applied: isApplied,
    differing_fields: drift.differing,
    runtime_only_drift: shownDrift(drift.runtimeOnly),
    modeled_fields: ["image_ref", "depends_on", ...Object.keys(desired)],
    notes: others === 0
      ? []
      : [`Of ${others + 1} containers, only the one with the lowest id is compared by field`],
  };
}
