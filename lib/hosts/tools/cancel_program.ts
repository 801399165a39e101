/** `cancel_program`: ends a started program. */
import { z } from "zod";
import { jobId } from "./arguments.ts";
import { hostTool } from "./define.ts";

/** A finished one stays as it is. */
export const cancelProgram = hostTool({
  name: "cancel_program",
  title: "Cancel a started program",
  description: {
    use: "End a started program",
    avoid: "Ending another process: terminate_process does that",
  },
  access: "write",
  confidentiality: "internal",
  timeoutMs: 70_000,
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
