/** `remote_job_cancel`: ends a durable job. */
import { z } from "zod";
import { jobId } from "./arguments.ts";
import { jobRecord } from "./job_record.ts";
import { hostTool } from "./define.ts";

/** Says whether it is really gone. */
export const remoteJobCancel = hostTool({
  name: "remote_job_cancel",
  title: "Cancel a durable job",
  description: {
    use: "End a durable job with all that it started",
    avoid: "Ending another process: terminate_process does that",
  },
  access: "write",
  confidentiality: "internal",
  timeoutMs: 70_000,
  on: "record",
  store: "job_store",
  args: { job_id: jobId, reason: z.string().min(1).max(256).default("operator request") },
  data: jobRecord,
  resource: "job_id",
});
