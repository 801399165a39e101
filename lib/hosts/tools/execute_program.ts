/** `execute_program`: runs a program. */
import { argv, executable, readPath, stdin } from "./arguments.ts";
import { hostTool } from "./define.ts";
import { programResult } from "./program_data.ts";

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
  args: { executable, argv, cwd: readPath.optional(), stdin: stdin.optional() },
  foresee: async (args, context) => (await import("../programs/prepared.ts")).foreseeProgram(args, context),
  data: programResult,
});
