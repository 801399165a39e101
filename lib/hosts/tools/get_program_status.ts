/** `get_program_status`: does a started program still run? */
import { jobId } from "./arguments.ts";
import { hostTool } from "./define.ts";
import { programJob } from "./program_data.ts";

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
  timeoutMs: 10_000,
  on: "record",
  args: { job_id: jobId },
  data: programJob,
  resource: "job_id",
});
