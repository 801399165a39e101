import { lookAtJob } from "../jobs/jobs.ts";
import { hostRuns } from "./define.ts";
import { toldJob } from "./job_told.ts";
import { remoteJobWait } from "./remote_job_wait.ts";

/** The machine waits, so that nobody has to ask again and again. */
export default hostRuns(remoteJobWait, async ({ job_id: jobId, timeout_seconds }, context) => {
  return toldJob(
    await lookAtJob(context, { operation: "remote_job_wait", jobId, input: { timeout_seconds } }),
  );
});
