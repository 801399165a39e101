/** `execute_program`: runs a program. */
import { z } from "zod";
import { argv, executable, readPath, stdin } from "./arguments.ts";
import { hostTool } from "./define.ts";

/** Waits for its end. */
export const executeProgram = hostTool({
  name: "execute_program",
  title: "Run a program",
  description: {
    use: "Run one program of the allow-list with its arguments, without a shell",
    avoid: "Work that takes over a minute: remote_job_start does that",
  },
  access: "write",
  confidentiality: "internal",
  timeoutMs: 70_000,
  on: "ssh",
  feature: "programs",
  args: { executable, argv, cwd: readPath.optional(), stdin: stdin.optional() },
  data: z.strictObject({
    output: z.string(),
    stderr: z.string(),
    exit_code: z.int().describe("Negative: ended by that signal"),
    truncated: z.boolean(),
  }),
});
