/** `get_program_result`: what did a started program answer? */
import { z } from "zod";
import { jobId } from "./arguments.ts";
import { hostTool } from "./define.ts";
import { programJob, programResult } from "./program_data.ts";

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
  timeoutMs: 10_000,
  on: "record",
  args: { job_id: jobId },
  data: programJob.extend({
    result: programResult.nullable(),
    error: z.strictObject({ code: z.string(), message: z.string(), retryable: z.boolean() }).nullable(),
  }),
  resource: "job_id",
});
