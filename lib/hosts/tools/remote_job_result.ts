/** `remote_job_result`: how did a durable job end? */
import { jobId } from "./arguments.ts";
import { jobRecord } from "./job_record.ts";
import { hostTool } from "./define.ts";

/** Of the caller's own jobs. */
export const remoteJobResult = hostTool({
  name: "remote_job_result",
  title: "Get the result of a durable job",
  description: {
    use: "Get how a durable job ended",
    avoid: "Its output: remote_job_output reads that",
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
