/** A durable job as it is told of. */
import { z } from "zod";

const state = z.enum(["queued", "running", "succeeded", "failed", "cancelled", "lost", "expired"]);
const seconds = z.number().min(0);
const flag = z.boolean().nullable();

/** Its record on its machine, without what was sent to it. What is not known yet is null. */
export const jobRecord = z.strictObject({
  jobId: z.string(),
  state: state.describe("lost: nobody knows how it ended"),
  requestDigest: z.string(),
  createdAt: seconds.describe("Seconds since 1970, as all times"),
  safeToRetry: flag,
  limits: z.strictObject({ outputBytes: z.int(), drainGraceSeconds: z.number() }).nullable()
    .describe("Bytes that are kept of each stream; seconds that the streams may stay open after the program"),
  startedAt: seconds.nullable(),
  finishedAt: seconds.nullable(),
  exitCode: z.int().nullable().describe("Negative: ended by that signal"),
  runtimeIdentity: z.strictObject({ pid: z.string(), pgid: z.string(), startTicks: z.string() }).nullable(),
  stdoutTruncated: flag,
  stderrTruncated: flag,
  stdoutDiscardedBytes: z.int().nullable(),
  stderrDiscardedBytes: z.int().nullable(),
  outputCapped: flag,
  error: z.string().nullable(),
  terminated: flag.describe("Nothing of it is left running; false when something may be"),
  remotePayloadRemoved: z.literal(true).optional().describe("The machine has nothing of it any more"),
});

/** The record of a job that was asked for. */
export const startedJob = z.strictObject({
  jobId: z.string().describe("For remote_job_status, _wait, _output and _cancel"),
  serverId: z.string(),
  state,
  principal: z.string(),
  targetIdentity: z.string(),
  idempotencyKey: z.string(),
  requestDigest: z.string(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  lastProgressAt: z.string(),
  exitCode: z.int().nullable(),
  safeToRetry: z.boolean(),
  runtimeIdentity: z.record(z.string(), z.string()),
  error: z.string().nullable(),
  reused: z.boolean().describe("The key stood for this job already: nothing was started"),
  reconciled_after_ambiguity: z.literal(true).optional()
    .describe("The answer to the start was lost, and the machine was asked"),
  gc: z.strictObject({ removed: z.int() }).optional().describe("Directories of old jobs that were removed"),
});
