/** `get_process_tree`: which process started which? */
import { z } from "zod";
import { hostTool } from "./define.ts";

/** Shows at most 100 processes. */
export const getProcessTree = hostTool({
  name: "get_process_tree",
  title: "See the process tree",
  description: {
    use: "See which process started which",
    avoid: "Finding what takes most memory: list_processes does that",
  },
  access: "read",
  confidentiality: "sensitive",
  timeoutMs: 30_000,
  on: "any",
  args: {},
  data: z.strictObject({
    output: z.string(),
    processes: z.array(z.strictObject({
      pid: z.int(),
      ppid: z.int(),
      user: z.string(),
      depth: z.int().min(0),
      executable: z.string(),
      command: z.string(),
    })),
    total: z.int(),
    truncated: z.boolean(),
  }),
});
