/** `terminate_process`: asks a process to end. */
import { z } from "zod";
import { processTarget } from "./arguments.ts";
import { hostTool } from "./define.ts";

/** Signals the very processes that were seen, and says whether they are gone. */
export const terminateProcess = hostTool({
  name: "terminate_process",
  title: "End a process",
  description: {
    use: "Ask one process, or all of one exact name, to end (SIGTERM)",
    avoid: "Stopping a service: change_service_state does that",
  },
  access: "destroy",
  confidentiality: "internal",
  timeoutMs: 70_000,
  on: "any",
  args: { target: processTarget },
  data: z.strictObject({
    output: z.string(),
    matched: z.array(z.strictObject({
      pid: z.int(),
      start_ticks: z.int(),
      process: z.string(),
      signalled: z.boolean(),
      gone: z.boolean(),
    })),
    gone: z.boolean().describe("None of the matched processes is left"),
  }),
  resource: "target",
});
