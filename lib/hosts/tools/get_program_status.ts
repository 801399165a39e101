/** `get_program_status`: does a started program still run? */
import { z } from "zod";
import { jobId } from "./arguments.ts";
import { hostTool } from "./define.ts";

/** Of the caller's own jobs. */
export const getProgramStatus = hostTool({
  name: "get_program_status",
  title: "Look at a started program",
  description: {
    use: "See whether a started program still runs",
    avoid: "Durable jobs: remote_job_status does that",
  },
  access: "read",
  confidentiality: "internal",
  timeoutMs: 1_000,
  on: "record",
  feature: "programs",
  args: { job_id: jobId },
  data: z.strictObject({
    job_id: z.string(),
    status: z.enum(["queued", "running", "succeeded", "failed", "cancelled"]),
    target: z.string(),
    target_identity: z.string(),
    result_available: z.boolean(),
  }),
  resource: "job_id",
});
