/** `get_logs`: what was done to a mikr.us server? */
import { z } from "zod";
import { taskLogFields } from "./account_data.ts";
import { hostTool } from "./define.ts";

/** The last ten tasks of the panel and the API. */
export const getLogs = hostTool({
  name: "get_logs",
  title: "Look at a mikr.us server's tasks",
  description: {
    use: "See the last ten tasks of a mikr.us server, such as restarts and upgrades, and what they printed",
    avoid: "Logs of the system itself: find_system_errors and get_journal_logs read those",
  },
  access: "read",
  confidentiality: "sensitive",
  timeoutMs: 30_000,
  on: "mikrus",
  args: {},
  data: z.strictObject({ logs: z.array(z.strictObject(taskLogFields)).max(1_000) }),
});
