/** `get_program_result`: what did a started program answer? */
import { z } from "zod";
import { jobId } from "./arguments.ts";
import { hostTool } from "./define.ts";

/** Of the caller's own jobs. */
export const getProgramResult = hostTool({
  name: "get_program_result",
  title: "Get the result of a started program",
  description: {
    use: "Get what a started program answered",
    avoid: "Durable jobs: remote_job_result does that",
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
    result: z.looseObject({}).nullable(),
    error: z.looseObject({}).nullable(),
  }),
  resource: "job_id",
});
