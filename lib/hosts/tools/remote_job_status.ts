/** `remote_job_status`: how is a durable job? */
import { jobId } from "./arguments.ts";
import { jobRecord } from "./job_record.ts";
import { hostTool } from "./define.ts";

/** Of the caller's own jobs. */
export const remoteJobStatus = hostTool({
  name: "remote_job_status",
  title: "Look at a durable job",
  description: {
    use: "See the state of a durable job",
    avoid: "Waiting for its end: remote_job_wait does that",
  },
  access: "read",
  confidentiality: "internal",
  timeoutMs: 10_000,
  on: "record",
  store: "job_store",
  args: { job_id: jobId },
  data: jobRecord,
  resource: "job_id",
});
