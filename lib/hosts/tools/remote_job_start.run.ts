import { startJob } from "../jobs/start.ts";
import { hostRuns } from "./define.ts";
import { remoteJobStart } from "./remote_job_start.ts";

/** The record is kept before the machine is asked, so that a key stands for one job whatever happens. */
export default hostRuns(remoteJobStart, async (args, context) => {
  const { record, reused, reconciled, removed } = await startJob(args, context);
  const { jobId, serverId, state, principal, targetIdentity, idempotencyKey, requestDigest } = record;
  const { createdAt, startedAt, lastProgressAt, exitCode, safeToRetry, runtimeIdentity, error } = record;
  return {
    jobId,
    serverId,
    state,
    principal,
    targetIdentity,
    idempotencyKey,
    requestDigest,
    createdAt,
    startedAt,
    lastProgressAt,
    exitCode,
    safeToRetry,
    runtimeIdentity,
    error,
    reused,
    ...(reconciled ? { reconciled_after_ambiguity: true as const } : {}),
    ...(removed === null ? {} : { gc: { removed } }),
  };
});
