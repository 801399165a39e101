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
  args: {
    job_id: jobId,
    stream: z.enum(["stdout", "stderr"]),
    offset: z.int().min(0).max(2 ** 53 - 1).default(0).describe("First byte that is read"),
    max_bytes: z.int().min(1).max(1_000_000).default(65_536)
      .describe("Bytes that are read at most; fewer come where the answer would be too large"),
    encoding: z.enum(["auto", "base64"]).default("auto").describe("auto gives text where it is text"),
  },
  data: z.strictObject({
    data: z.string(),
    encoding: z.enum(["utf-8", "lossy", "base64"]).describe("lossy: bytes that are no UTF-8 were replaced"),
    next_offset: z.int().min(0).describe("Where to go on reading: no character is cut there"),
    eof: z.boolean().describe("The job has ended, and this is all that it wrote"),
    size: z.int().min(0).describe("Bytes of the stream so far"),
    state: z.enum(["queued", "running", "succeeded", "failed", "cancelled", "lost", "expired"]),
    controls_escaped: z.int().min(0).describe("Control characters that are shown as \\u{…}"),
  }),
  resource: "job_id",
});
