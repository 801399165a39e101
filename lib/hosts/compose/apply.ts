/** Recreates a service exactly as planned, and waits for it. */
import { ToolError } from "../../core/errors.ts";
import type { RunContext } from "../../core/tool.ts";
import type { Applied, Container, Ready } from "../remote/answers/compose.ts";
import type { PlanRecord } from "../stores/plans.ts";
import { ask, isA, ownPlan, stale, type StateInput, stateOf } from "./ask.ts";
import { checkHolds, keyOf } from "./judge.ts";
import { type Plan, planOf } from "./plan.ts";
import { type Shown, shownContainer } from "./shown.ts";
import { checkIn } from "./fields.ts";

/** What is asked for. */
export interface Applying {
  readonly service: string;
  readonly plan_receipt: string;
  readonly readiness?: "running" | "healthy" | undefined;
  /** Seconds, 5–25. */
  readonly timeout_seconds: number;
}

/** What came of it. */
export type AppliedPlan = Shown & {
  readonly status: "APPLIED" | "ALREADY_APPLIED";
  readonly plan_receipt: string;
  readonly service: string;
};

/** How often the service may be found changed by another between the look and the lock. */
const ATTEMPTS = 3;

/** Milliseconds that are kept for the answer. */
const MARGIN_MS = 2_000;

/**
 * Applies a plan. What is the case already is not done again.
 *
 * @throws ToolError `CONFLICT` with `PLAN_STALE` or `IMAGE_DRIFT`, `RECREATE_CONFIG_DRIFT`; `UPSTREAM_FAILED` with
 * `RECREATE_FAILED`; `AMBIGUOUS_OUTCOME`; what the wait throws, with `applied=true` in its message.
 *
 * @example
 * ```ts
 * import { apply } from "gatehouse/hosts/compose/apply.ts";
 *
 * if (apply.length !== 2) throw new Error("see the tests of apply");
 * ```
 */
export async function apply(
  asked: Applying,
  context: RunContext,
): Promise<AppliedPlan> {
  const record = await recordOf(asked, context);
  for (let attempt = 1;; attempt++) {
    const input: StateInput = {
      service: record.service,
      project: record.project,
      files: record.composeFiles,
      image: record.desiredImageExplicit ? record.desiredImage : null,
      key: keyOf(record),
    };
    const state = await stateOf(context, input);
    const target = context.target?.identity ?? "";
    const now = await planOf(state, {
      principal: context.principal,
      target,
      image: input.image,
      key: input.key,
      allowsDrift: record.allowRuntimeDrift,
    });
    checkHolds(record, now);
    const told = { plan_receipt: asked.plan_receipt, service: state.service, project: state.project };
    const [primary] = state.containers;
    if (now.isApplied && primary !== undefined) {
      const post_state = shownContainer(primary);
      return { status: "ALREADY_APPLIED", ...told, post_state, post_verified: true, post_wait: null };
    }
    const applied = await recreated(context, {
      ...input,
      fingerprint: state.fingerprint,
      compose: { version: state.compose_version, plugin: state.plugin },
    });
    if (applied !== null) {
      const after = await afterwards(applied, { asked, now, context, before: state.containers });
      return { status: "APPLIED", ...told, ...after };
    }
    // Nothing was begun: whoever was faster may have done just this.
    if (attempt === ATTEMPTS) throw stale("the service is being changed again and again");
  }
}

/** Null when the service was not the one that was judged any more, and so was left alone. */
async function recreated(
  context: RunContext,
  input: Readonly<Record<string, unknown>>,
): Promise<Applied | null> {
  try {
    // The worker's own reader has given it its form.
    return await ask(context, { operation: "compose_up", input }) as Applied;
  } catch (error) {
    if (!isA(error, "STATE_CHANGED") || error.code !== "CONFLICT") throw error;
    return null;
  }
}

async function recordOf({ service, plan_receipt }: Applying, context: RunContext): Promise<PlanRecord> {
  const record = await ownPlan(plan_receipt, context);
  if (record.service === service) return record;
  throw new ToolError("VALIDATION_FAILED", "The plan is for another service", {
    next: "Call docker_recreate_plan for this one",
  });
}

interface Begun {
  readonly asked: Applying;
  readonly now: Plan;
  readonly context: RunContext;
  readonly before: readonly Container[];
}

async function afterwards(applied: Applied, begun: Begun): Promise<Shown> {
  const { asked, now: { payload }, context } = begun;
  const { code, told, containers } = applied;
  if (code === null) {
    throw new ToolError("AMBIGUOUS_OUTCOME", `Compose did not end in time, and was ended: ${told}`, {
      next: "Look at docker_runtime_snapshot before anything else; do not simply call again",
    });
  }
  if (code !== 0) throw failed(applied, begun);
  const [primary] = containers;
  if (primary === undefined) {
    throw new ToolError(
      "UPSTREAM_FAILED",
      "Compose ended well, but the service has no container (RECREATE_FAILED)",
    );
  }
  const usual = checkIn(primary.healthcheck) === null ? "running" : "healthy";
  const wait = await waited(context, {
    service: payload.service,
    project: payload.project,
    readiness: asked.readiness ?? usual,
    seconds: asked.timeout_seconds,
  });
  const post_verified = containers.every(({ config_hash, image_id }) =>
    config_hash === payload.config_hash && image_id === payload.image_digest
  );
  const { state, health, readiness } = wait;
  return {
    post_state: { ...shownContainer(primary), state, health },
    post_verified,
    post_wait: { status: "READY", readiness, state, health },
  };
}

/** What is the case now, because half of it may have been done. */
function failed({ code, told, containers }: Applied, { before }: Begun): ToolError {
  const ids = new Set(before.map(({ id }) => id));
  const same = containers.length === before.length && containers.every(({ id }) => ids.has(id));
  const states = containers.map(({ state }) => state).join(", ");
  const now = containers.length === 0
    ? "the service has no container now"
    : `${same ? "its containers are the old ones" : "its containers are not the old ones"}: ${states}`;
  return new ToolError("UPSTREAM_FAILED", `Compose ended with ${code}: ${told}; ${now} (RECREATE_FAILED)`, {
    next: "Look at docker_runtime_snapshot and get_docker_logs before you plan again",
  });
}

async function waited(
  context: RunContext,
  input: { service: string; project: string; readiness: "running" | "healthy"; seconds: number },
): Promise<Ready> {
  const seconds = Math.min(input.seconds, (context.leftMs - MARGIN_MS) / 1_000);
  try {
    if (seconds < 1) {
      throw new ToolError("TIMEOUT", "No time was left to wait for the service (READINESS_TIMEOUT)");
    }
    return await ask(context, { operation: "service_wait", input: { ...input, seconds } }) as Ready;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { code, message, next } = error;
    throw new ToolError(code, `${message}; applied=true: the service was recreated`, {
      next: next ?? "Look at docker_runtime_snapshot; do not apply again",
      cause: error,
    });
  }
}
