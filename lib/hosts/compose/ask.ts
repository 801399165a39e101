/** What the tools of this part ask of a machine. */
import { ToolError } from "../../core/errors.ts";
import { isRecord } from "../../core/record.ts";
import type { RunContext } from "../../core/tool.ts";
import { askTarget } from "../operate.ts";
import type { ServiceState } from "../remote/answers/compose.ts";
import { serviceOf } from "../service.ts";
import { type PlanRecord, PlanStore } from "../stores/plans.ts";

/** What a state is asked for with. */
export interface StateInput {
  readonly service: string;
  readonly project: string | null;
  /** Absolute paths; null for those that made the container. */
  readonly files: readonly string[] | null;
  /** An image that the declared one is held against; null for none. */
  readonly image: string | null;
  /** 64 hexadecimal digits: what the machine seals values with. */
  readonly key: string;
}

/**
 * The service as it runs and as it is declared.
 *
 * @throws ToolError what the machine answers.
 *
 * @example
 * ```ts
 * import { stateOf } from "gatehouse/hosts/compose/ask.ts";
 *
 * if (stateOf.length !== 2) throw new Error("see the tests of the plan");
 * ```
 */
export async function stateOf(context: RunContext, input: StateInput): Promise<ServiceState> {
  // The worker's own reader has given it its form.
  return await ask(context, { operation: "compose_state", input: { ...input } }) as ServiceState;
}

/**
 * One operation on the call's target.
 *
 * @throws ToolError what the machine answers.
 *
 * @example
 * ```ts
 * import { ask } from "gatehouse/hosts/compose/ask.ts";
 *
 * if (ask.length !== 2) throw new Error("see the tests of the plan");
 * ```
 */
export function ask(
  context: RunContext,
  asked: { readonly operation: string; readonly input: Readonly<Record<string, unknown>> },
): Promise<unknown> {
  return askTarget(context, { method: "operate", input: asked });
}

/**
 * The store of plans.
 *
 * @throws ToolError `UNAVAILABLE` where none is configured.
 *
 * @example
 * ```ts
 * import { plansOf } from "gatehouse/hosts/compose/ask.ts";
 *
 * if (plansOf.length !== 1) throw new Error("see the tests of the plan");
 * ```
 */
export function plansOf({ service }: Pick<RunContext, "service">): PlanStore {
  const path = serviceOf(service).settings.stores.plan_store;
  if (path !== null) return new PlanStore(path);
  throw new ToolError("UNAVAILABLE", "No store of plans is configured", {
    next: "Ask the operator to set MCP_DOCKER_PLAN_STORE_FILE",
  });
}

/**
 * The caller's own plan of that receipt.
 *
 * @throws ToolError `CONFLICT` with `PLAN_STALE` when there is none, or somebody else has made it.
 *
 * @example
 * ```ts
 * import { ownPlan } from "gatehouse/hosts/compose/ask.ts";
 *
 * if (ownPlan.length !== 2) throw new Error("see the tests of apply");
 * ```
 */
export async function ownPlan(
  receipt: string,
  { service, principal }: Pick<RunContext, "service" | "principal">,
): Promise<PlanRecord> {
  const record = await plansOf({ service }).find(receipt);
  if (record === null) throw stale("there is no such plan, or it has expired");
  // The older server did not keep whose it was.
  const maker = isRecord(record.payload) ? record.payload["principal"] : undefined;
  if (maker === undefined || maker === principal) return record;
  throw stale("somebody else has made it");
}

/**
 * The failure of a plan that does not hold any more.
 *
 * @param why Ends the sentence.
 *
 * @example
 * ```ts
 * import { stale } from "gatehouse/hosts/compose/ask.ts";
 *
 * if (!stale("it has expired").message.endsWith("(PLAN_STALE)")) throw new Error("not told");
 * ```
 */
export function stale(why: string): ToolError {
  return new ToolError("CONFLICT", `The plan does not hold: ${why} (PLAN_STALE)`, {
    next: "Call docker_recreate_plan again, and look at what it says",
  });
}

/**
 * Whether a failure ends with this detail, which its sender put there behind everything that others say.
 *
 * @example
 * ```ts
 * import { isA, stale } from "gatehouse/hosts/compose/ask.ts";
 *
 * if (!isA(stale("it has expired"), "PLAN_STALE") || isA(new Error("PLAN_STALE"), "PLAN_STALE")) throw new Error("!");
 * ```
 */
export function isA(error: unknown, detail: string): error is ToolError {
  return error instanceof ToolError && error.message.endsWith(`(${detail})`);
}
