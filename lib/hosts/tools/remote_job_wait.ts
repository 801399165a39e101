/** `remote_job_wait`: waits for a durable job. */
import { z } from "zod";
import { jobId } from "./arguments.ts";
import { jobRecord } from "./job_record.ts";
import { hostTool } from "./define.ts";

/** Gives its state at the end, or when the time is over. */
export const remoteJobWait = hostTool({
  name: "remote_job_wait",
  title: "Wait for a durable job",
  description: {
    use: "Wait, up to a minute, until a durable job ends",
    avoid: "Looking once: remote_job_status does that",
  },
  access: "read",
  confidentiality: "internal",
  timeoutMs: 65_000,
  on: "record",
  store: "job_store",
  args: { job_id: jobId, timeout_seconds: z.number().min(0).max(60).default(30) },
  data: jobRecord,
  resource: "job_id",
});
