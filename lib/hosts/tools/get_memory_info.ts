/** `get_memory_info`: how much memory is used? */
import { z } from "zod";
import { hostTool } from "./define.ts";

/** In bytes, and as a table in MiB. */
export const getMemoryInfo = hostTool({
  name: "get_memory_info",
  title: "Look at the memory",
  description: {
    use: "See how much memory and swap is used",
    avoid: "Learning which process uses it: list_processes does that",
  },
  access: "read",
  confidentiality: "internal",
  timeoutMs: 30_000,
  on: "any",
  args: {},
  data: z.strictObject({
    output: z.string(),
    memory: z.strictObject({
      total_bytes: z.int(),
      used_bytes: z.int(),
      free_bytes: z.int(),
      shared_bytes: z.int(),
      cached_bytes: z.int(),
      available_bytes: z.int(),
    }),
    swap: z.strictObject({ total_bytes: z.int(), used_bytes: z.int(), free_bytes: z.int() }),
  }),
});
