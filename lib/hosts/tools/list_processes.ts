/** `list_processes`: what runs? */
import { z } from "zod";
import { hostTool } from "./define.ts";
import { processFields } from "./process_data.ts";

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
    ...processFields,
    observedAt: z.string(),
  }),
});
