/** `remote_job_output`: what did a durable job write? */
import { z } from "zod";
import { jobId } from "./arguments.ts";
import { hostTool } from "./define.ts";

/** Bytes from the cursor on. */
export const remoteJobOutput = hostTool({
  name: "remote_job_output",
  title: "Read the output of a durable job",
  description: {
    use: "Read what a durable job wrote, from a byte on",
    avoid: "Its state: remote_job_status tells that",
  },
  access: "read",
  confidentiality: "internal",
  timeoutMs: 10_000,
  on: "record",
  store: "job_store",
  feature: "jobs",
  args: {
    job_id: jobId,
    stream: z.enum(["stdout", "stderr"]),
    offset: z.int().min(0).default(0),
    max_bytes: z.int().min(1).max(1_000_000).default(65_536),
  },
  data: z.strictObject({ data: z.string(), next_offset: z.int(), eof: z.boolean() }),
  resource: "job_id",
});
