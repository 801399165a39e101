import { lookAtJob } from "../jobs/jobs.ts";
import { hostRuns } from "./define.ts";
import { toldJob } from "./job_told.ts";
import { remoteJobStatus } from "./remote_job_status.ts";

/** The machine has the record. */
export default hostRuns(remoteJobStatus, async ({ job_id: jobId }, context) => {
  return toldJob(await lookAtJob(context, { operation: "remote_job_status", jobId }));
});
