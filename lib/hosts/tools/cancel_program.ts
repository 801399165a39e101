/** `cancel_program`: ends a started program. */
import { jobId } from "./arguments.ts";
import { hostTool } from "./define.ts";
import { programJob } from "./program_data.ts";

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
  args: { job_id: jobId },
  data: programJob,
  resource: "job_id",
});
