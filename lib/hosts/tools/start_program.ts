/** `start_program`: starts a program. */
import { argv, executable, readPath, stdin } from "./arguments.ts";
import { hostTool } from "./define.ts";
import { programJob } from "./program_data.ts";

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
  args: { executable, argv, cwd: readPath.optional(), stdin: stdin.optional() },
  foresee: async (args, context) => (await import("../programs/prepared.ts")).foreseeProgram(args, context),
  data: programJob,
});
