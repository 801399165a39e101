/** Looking at a durable job: by its owner alone, and on the very machine that it was started on. */
import { ToolError } from "../../core/errors.ts";
import type { Target } from "../../core/target.ts";
import type { RunContext } from "../../core/tool.ts";
import type { MachineJob } from "../remote/answers/jobs.ts";
import { type HostsService, serviceOf } from "../service.ts";
import { isOver, type JobRecord, toldAsMachine } from "./record.ts";
import { JobStore } from "./store.ts";

/** Milliseconds that a start may be under way before a job that its machine does not know counts as lost. */
const START_MS = 120_000;

/** What a look at a job finds. */
export interface Looked {
  readonly record: MachineJob;
  /** The machine has nothing of the job any more; the record is our own. */
  readonly isGone: boolean;
}

/**
 * The store of a service.
 *
 * @throws ToolError `UNAVAILABLE` when the operator has named none.
 *
 * @example
 * ```ts
 * import { jobsOf } from "gatehouse/hosts/jobs/jobs.ts";
 *
 * if (jobsOf.length !== 1) throw new Error("see the tests of the jobs");
 * ```
 */
export function jobsOf({ settings }: Pick<HostsService, "settings">): JobStore {
  const path = settings.stores.job_store;
  if (path !== null) return new JobStore(path);
  throw new ToolError("UNAVAILABLE", "There is no store of jobs", {
    next: "Ask the operator to set MCP_REMOTE_JOB_STORE_FILE",
  });
}

/**
 * The caller's job, on the call's target.
 *
 * @throws ToolError `NOT_FOUND`; `CONFLICT` when the target is another machine by now than the one it was started on.
 *
 * @example
 * ```ts
 * import { ownJob } from "gatehouse/hosts/jobs/jobs.ts";
 *
 * if (ownJob.length !== 2) throw new Error("see the tests of the jobs");
 * ```
 */
export async function ownJob(
  jobId: string,
  { service, principal, target }: Pick<RunContext, "service" | "principal" | "target">,
): Promise<{ readonly store: JobStore; readonly record: JobRecord; readonly target: Target }> {
  if (target === null) throw new TypeError("Could not look at a job: the call has no target");
  const store = jobsOf(serviceOf(service));
  const record = await store.find(principal, jobId);
  if (record.targetIdentity === target.identity && record.serverId === target.alias) {
    return { store, record, target };
  }
  throw new ToolError(
    "CONFLICT",
    "The server is another one than the job was started on (IDENTITY_CHANGED)",
    {
      next: "Find out why its host key changed; the job cannot be reached by its record any more",
    },
  );
}

/**
 * Asks the job's machine for something.
 *
 * @param operation What of the job; `leftMs`: milliseconds that it may take, at most those of the call.
 * @throws ToolError as the operation fails.
 *
 * @example
 * ```ts
 * import { askJob } from "gatehouse/hosts/jobs/jobs.ts";
 *
 * if (askJob.length !== 2) throw new Error("see the tests of the jobs");
 * ```
 */
export async function askJob(
  { service, target, signal, leftMs }: Pick<RunContext, "service" | "target" | "signal" | "leftMs">,
  { operation, input, atMostMs = leftMs }: {
    readonly operation: string;
    readonly input: Readonly<Record<string, unknown>>;
    readonly atMostMs?: number;
  },
): Promise<unknown> {
  if (target === null) throw new TypeError(`Could not ask for ${operation}: the call has no target`);
  const { alias, identity } = target;
  return await serviceOf(service).ask("operate", { alias, identity, operation, input }, {
    signal,
    leftMs: Math.min(leftMs, atMostMs),
  });
}

/**
 * The job as its machine tells of it, by an operation that answers with a record.
 *
 * @throws ToolError as `ownJob` and the operation.
 *
 * @example
 * ```ts
 * import { lookAtJob } from "gatehouse/hosts/jobs/jobs.ts";
 *
 * if (lookAtJob.length !== 2) throw new Error("see the tests of the jobs");
 * ```
 */
export async function lookAtJob(
  context: RunContext,
  { operation, jobId, input = {} }: {
    readonly operation: string;
    readonly jobId: string;
    readonly input?: Readonly<Record<string, unknown>>;
  },
): Promise<Looked> {
  const { store, record } = await ownJob(jobId, context);
  let answer: unknown;
  try {
    answer = await askJob(context, { operation, input: { ...input, job_id: jobId } });
  } catch (error) {
    if (!isMissing(error)) throw error;
    return await withoutMachine(store, record);
  }
  // The worker's own reader has given it its form.
  const { record: said } = answer as { readonly record: MachineJob };
  await kept(store, { record, said });
  return { record: said, isGone: false };
}

/**
 * Keeps what a machine said. That it cannot be kept now is no failure of the look: the next one finds it again.
 *
 * @returns The record as it is then.
 *
 * @example
 * ```ts
 * import { kept } from "gatehouse/hosts/jobs/jobs.ts";
 *
 * if (kept.length !== 2) throw new Error("see the tests of the jobs");
 * ```
 */
export async function kept(
  store: JobStore,
  { record, said }: { readonly record: JobRecord; readonly said: MachineJob },
): Promise<JobRecord> {
  try {
    return await store.note(record, said);
  } catch (error) {
    if (error instanceof ToolError) return record;
    throw error;
  }
}

/** Whether a machine says that it has no such job. */
function isMissing(error: unknown): boolean {
  return error instanceof ToolError && error.code === "NOT_FOUND" && error.message.endsWith("(JOB_MISSING)");
}

async function withoutMachine(store: JobStore, record: JobRecord): Promise<Looked> {
  if (isOver(record)) return { record: toldAsMachine(record), isGone: true };
  // Its start may be under way in another process.
  const isYoung = record.state === "queued" && Date.now() - Date.parse(record.createdAt) < START_MS;
  if (isYoung) return { record: toldAsMachine(record), isGone: false };
  const lost = await store.note(record, { state: "lost", error: "The machine has nothing of the job" });
  return { record: toldAsMachine(lost), isGone: true };
}
