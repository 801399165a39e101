/** Programs that were started and not waited for: this process's own, for a few minutes. */
import { ToolError, toToolError } from "../../core/errors.ts";
import type { ShownProgram } from "./answer.ts";

/** How a job stands; the last three never change. */
export type JobStatus = "queued" | "running" | "succeeded" | "failed" | "cancelled";

/** What is told of a job. */
export interface JobView {
  readonly job_id: string;
  readonly status: JobStatus;
  /** The target's alias. */
  readonly target: string;
  readonly target_identity: string;
  readonly result_available: boolean;
}

/** Work that a job does. */
export interface JobWork {
  readonly principal: string;
  readonly alias: string;
  readonly identity: string;
  /** Runs the program to its end; the signal ends it. */
  readonly run: (signal: AbortSignal) => Promise<ShownProgram>;
  /** How many of the program's processes are left on the machine, after it was ended. */
  readonly left: () => Promise<number>;
}

/** Why a job failed. */
export interface JobFailure {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
}

/** A job. */
export interface Job {
  readonly id: string;
  readonly work: JobWork;
  readonly until: number;
  readonly controller: AbortController;
  status: JobStatus;
  result: ShownProgram | null;
  error: JobFailure | null;
  /** Settles when the work has ended in any way. */
  ended: Promise<void>;
}

/** Milliseconds that a job is kept, from its start. */
const KEPT_MS = 300_000;

/** Jobs that run at once. */
const MAX_LIVE = 64;

/** Jobs that are kept at once, the oldest ended one giving way. */
const MAX_KEPT = 256;

/** The jobs of this process. */
export class ProgramJobs {
  readonly #jobs = new Map<string, Job>();
  readonly #now: () => number;

  /** `now`: milliseconds of a clock that is never set. */
  constructor({ now = () => performance.now() }: { readonly now?: () => number } = {}) {
    this.#now = now;
  }

  /**
   * Starts a job.
   *
   * @throws ToolError `CONFLICT` when too many run.
   */
  start(work: JobWork): JobView {
    this.#tidy();
    const jobs = [...this.#jobs.values()];
    if (jobs.filter(isLive).length >= MAX_LIVE) {
      throw new ToolError("CONFLICT", `Not more than ${MAX_LIVE} started programs run at once`, {
        next: "Wait for one to end, or cancel one",
      });
    }
    if (jobs.length >= MAX_KEPT) {
      const oldest = jobs.find((job) => !isLive(job));
      if (oldest !== undefined) this.#jobs.delete(oldest.id);
    }
    const controller = new AbortController();
    const job: Job = {
      id: newId(),
      work,
      until: this.#now() + KEPT_MS,
      controller,
      status: "running",
      result: null,
      error: null,
      ended: Promise.resolve(),
    };
    job.ended = work.run(controller.signal).then(
      (result) => settle(job, result),
      // One that is being cancelled is judged by what is left of it.
      (error) => controller.signal.aborted ? undefined : fail(job, error),
    );
    this.#jobs.set(job.id, job);
    return viewOf(job);
  }

  /**
   * A caller's own job.
   *
   * @throws ToolError `NOT_FOUND`, also for a job of somebody else's.
   */
  find(principal: string, id: string): Job {
    this.#tidy();
    const job = this.#jobs.get(id);
    if (job !== undefined && job.work.principal === principal) return job;
    throw new ToolError("NOT_FOUND", "There is no such started program, or it was too long ago", {
      next: "Start it again; a job of remote_job_start lasts longer",
    });
  }

  /**
   * Ends a job, and sees to that nothing of it is left. One that has ended stays as it is.
   *
   * @throws ToolError `AMBIGUOUS_OUTCOME` when that cannot be said.
   */
  async cancel(job: Job): Promise<JobView> {
    if (!isLive(job)) return viewOf(job);
    job.controller.abort();
    await job.ended;
    // It may have ended by itself just before.
    if (!isLive(job)) return viewOf(job);
    let left: number | null = null;
    try {
      left = await job.work.left();
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
    }
    if (left === 0) {
      job.status = "cancelled";
      return viewOf(job);
    }
    const what = left === null
      ? "whether anything of it is left is not known"
      : `${left} of its processes are left`;
    const error = new ToolError("AMBIGUOUS_OUTCOME", `The program was told to end, and ${what}`, {
      next: "Look at the machine's processes",
    });
    fail(job, error);
    throw error;
  }

  #tidy(): void {
    const now = this.#now();
    for (const job of [...this.#jobs.values()]) {
      if (now < job.until) continue;
      job.controller.abort();
      this.#jobs.delete(job.id);
    }
  }
}

/**
 * What is told of a job.
 *
 * @example
 * ```ts
 * import { ProgramJobs, viewOf } from "gatehouse/hosts/programs/jobs.ts";
 *
 * const jobs = new ProgramJobs();
 * const left = () => Promise.resolve(0);
 * const run = () => new Promise<never>(() => {});
 * const { job_id } = jobs.start({ principal: "p", alias: "a", identity: "i", run, left });
 * if (viewOf(jobs.find("p", job_id)).status !== "running") throw new Error("does not run");
 * ```
 */
export function viewOf({ id, status, work: { alias, identity } }: Job): JobView {
  return {
    job_id: id,
    status,
    target: alias,
    target_identity: identity,
    result_available: status === "succeeded" || status === "failed",
  };
}

function isLive({ status }: Job): boolean {
  return status === "queued" || status === "running";
}

function settle(job: Job, result: ShownProgram): void {
  if (!isLive(job)) return;
  job.result = result;
  if (result.leftovers_ended === 0) {
    job.status = "succeeded";
    return;
  }
  const message =
    `The program ended and left ${result.leftovers_ended} processes behind, which were ended (LEFTOVERS_ENDED)`;
  fail(job, new ToolError("UPSTREAM_FAILED", message));
}

function fail(job: Job, error: unknown): void {
  const { code, message, retryable } = toToolError(error);
  job.status = "failed";
  job.error = { code, message, retryable };
}

/** 32 characters that are safe in a URL. */
function newId(): string {
  return crypto.getRandomValues(new Uint8Array(24)).toBase64({ alphabet: "base64url", omitPadding: true });
}
