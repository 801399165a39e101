/** `list_processes`: what runs? */
import { z } from "zod";
import { hostTool } from "./define.ts";

/** Lists at most 20 processes. */
export const listProcesses = hostTool({
  name: "list_processes",
  title: "List processes",
  description: {
    use: "See the processes that take most memory",
    avoid: "Seeing who started whom: get_process_tree does that",
  },
  access: "read",
  confidentiality: "sensitive",
  timeoutMs: 30_000,
  on: "any",
  args: {},
  data: z.strictObject({
    state: z.enum(["complete", "partial"]),
    processes: z.array(z.strictObject({
      pid: z.int(),
      ppid: z.int().nullable(),
      user: z.string(),
      cpuPercent: z.number(),
      memoryPercent: z.number(),
      rssBytes: z.int(),
      state: z.string(),
      executable: z.string(),
      command: z.string().describe("Secret arguments are masked"),
    })),
    processesTruncated: z.boolean(),
    processLimit: z.int(),
    processSort: z.string(),
    error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
    observedAt: z.string(),
  }),
});
