/** Starting a durable job: once for its key, and told truly when nobody saw how the start ended. */
import { canonicalArguments, sha256 } from "../../core/approval.ts";
import { ToolError } from "../../core/errors.ts";
import type { RunContext } from "../../core/tool.ts";
import type { MachineJob } from "../remote/answers/jobs.ts";
import { serviceOf } from "../service.ts";
import { foreseeProgram, preparedProgram, type ProgramArguments } from "../programs/prepared.ts";
import { askJob, jobsOf, kept } from "./jobs.ts";
import type { Claim, JobRecord } from "./record.ts";
import type { JobStore } from "./store.ts";

/** Milliseconds of a call that are left for looking, after a start of which nobody saw the end. */
const LOOK_MS = 20_000;

/** Milliseconds that a start may take. */
const START_MS = 40_000;

/** Codes that say that nothing was started. After any other, it may have been. */
const DEFINITE = new Set([
  "VALIDATION_FAILED",
  "AUTHORIZATION_FAILED",
  "NOT_FOUND",
  "CONFLICT",
  "UNAVAILABLE",
  "ISOLATE_UNAVAILABLE",
  "UPSTREAM_FAILED",
  "TIMEOUT",
  "RATE_LIMITED",
  // A connection that was lost before the order was on its way.
  "TRANSIENT_UPSTREAM",
]);

/** A job that was asked for. */
export interface Started {
  readonly record: JobRecord;
  /** It was there already: this call started nothing. */
  readonly reused: boolean;
  /** Nobody saw how the start ended, and its machine was asked afterwards. */
  readonly reconciled: boolean;
  /** Directories of old jobs that the machine removed; null when it was not asked to, or could not. */
  readonly removed: number | null;
}

/** What is to run. */
export interface StartArguments extends ProgramArguments {
  readonly idempotency_key: string;
}

/**
 * Starts the job, or finds the one that the key stands for. A job of which it is not known whether it was started is asked
 * for again: its machine lets one id run once.
 *
 * @throws ToolError `CONFLICT` when the key stands for another request or machine; `AMBIGUOUS_OUTCOME` when nobody knows
 * whether it runs; as the machine refuses it.
 *
 * @example
 * ```ts
 * import { startJob } from "gatehouse/hosts/jobs/start.ts";
 *
 * if (startJob.length !== 2) throw new Error("see the tests of the jobs");
 * ```
 */
export async function startJob(args: StartArguments, context: RunContext): Promise<Started> {
  const { input: program } = preparedProgram(args, context, { inPieces: true });
  const store = jobsOf(serviceOf(context.service));
  const { record } = await store.claim(await claimOf(args, context));
  if (!isOpen(record)) return { record, reused: true, reconciled: false, removed: null };
  const input = { ...program, job_id: record.jobId, request_digest: record.requestDigest };
  try {
    const { said, reused, removed } = await dispatched(context, input);
    // A record that was there already says nothing of what its machine had: this call may be the one that started it.
    return { record: await adopted(store, { record, said }), reused, reconciled: false, removed };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (!DEFINITE.has(error.code)) return await reconciled(context, { store, record, input, error });
    await lose(store, { record, why: error });
    throw error;
  }
}

/**
 * What the call would start, a line each, for the person who is to approve it: nothing where the key's job is there.
 *
 * @throws ToolError as `foreseeProgram`; `CONFLICT` when the key stands for another request or machine, so that nobody
 * approves what cannot be.
 *
 * @example
 * ```ts
 * import { foreseeJob } from "gatehouse/hosts/jobs/start.ts";
 *
 * if (foreseeJob.length !== 2) throw new Error("see the tests of the jobs");
 * ```
 */
export async function foreseeJob(args: StartArguments, context: RunContext): Promise<readonly string[]> {
  const effects = await foreseeProgram(args, context, { inPieces: true });
  const found = await jobsOf(serviceOf(context.service)).claimed(await claimOf(args, context));
  if (found === null || isOpen(found)) return effects;
  return [`nothing: the key's job ${found.jobId} is there, ${found.state}; it is only told of`, ...effects];
}

async function claimOf(args: StartArguments, { target, principal }: RunContext): Promise<Claim> {
  if (target === null) throw new TypeError("Could not start a job: the call has no target");
  return {
    principal,
    alias: target.alias,
    identity: target.identity,
    key: args.idempotency_key,
    digest: await sha256(canonicalArguments({ ...args }, "server")),
  };
}

/** Whether it is not known to have begun. */
function isOpen({ state }: JobRecord): boolean {
  return state === "queued" || state === "lost";
}

type Input = Readonly<Record<string, unknown>>;

async function dispatched(context: RunContext, input: Input) {
  const atMostMs = Math.min(START_MS, Math.max(1, context.leftMs - LOOK_MS));
  const answer = await askJob(context, { operation: "remote_job_start", input, atMostMs });
  // The worker's own reader has given it its form.
  const { record: said, reused, removed } = answer as {
    readonly record: MachineJob;
    readonly reused: boolean;
    readonly removed: number | null;
  };
  return { said, reused, removed };
}

/** One look at the machine decides what nobody saw; what it does not know may still be on its way there. */
async function reconciled(
  context: RunContext,
  { store, record, input, error }: {
    readonly store: JobStore;
    readonly record: JobRecord;
    readonly input: Input;
    readonly error: ToolError;
  },
): Promise<Started> {
  try {
    const answer = await askJob(context, { operation: "remote_job_status", input: { job_id: record.jobId } });
    let { record: said } = answer as { readonly record: MachineJob };
    // Recorded but not begun: its worker is started now, unless the first one comes after all.
    if (said.state === "queued") ({ said } = await dispatched(context, input));
    return { record: await adopted(store, { record, said }), reused: true, reconciled: true, removed: null };
  } catch (failure) {
    if (!(failure instanceof ToolError)) throw failure;
    await lose(store, { record, why: error });
    throw new ToolError(
      "AMBIGUOUS_OUTCOME",
      `The job ${record.jobId} may have been started, and its machine does not say so: ${failure.message}`,
      {
        next: "Look with remote_job_status; the same idempotency_key never runs it a second time",
        cause: error,
      },
    );
  }
}

async function adopted(
  store: JobStore,
  { record, said }: { readonly record: JobRecord; readonly said: MachineJob },
): Promise<JobRecord> {
  const now = await kept(store, { record, said });
  // The job is as its machine says, whether or not that could be kept.
  return now.state === said.state ? now : { ...now, state: said.state };
}

async function lose(
  store: JobStore,
  { record, why }: { readonly record: JobRecord; readonly why: ToolError },
): Promise<void> {
  try {
    await store.lose(record, why.message);
  } catch (error) {
    // The record stays as it was, which is as open as a lost one.
    if (!(error instanceof ToolError)) throw error;
  }
}
