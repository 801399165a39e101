/** `start_program`: starts a program. */
import { z } from "zod";
import { argv, executable, readPath, stdin } from "./arguments.ts";
import { hostTool } from "./define.ts";

/** Gives the job to ask for later. */
export const startProgram = hostTool({
  name: "start_program",
  title: "Start a program",
  description: {
    use: "Start one program of the allow-list and go on",
    avoid: "Work that must outlive this server: remote_job_start does that",
  },
  access: "write",
  confidentiality: "internal",
  timeoutMs: 70_000,
  on: "ssh",
  feature: "programs",
  args: { executable, argv, cwd: readPath.optional(), stdin: stdin.optional() },
  data: z.strictObject({
    job_id: z.string(),
    status: z.enum(["queued", "running", "succeeded", "failed", "cancelled"]),
    target: z.string(),
    target_identity: z.string(),
    result_available: z.boolean(),
  }),
});
