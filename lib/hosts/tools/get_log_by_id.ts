/** `get_log_by_id`: what came of one task of a mikr.us server? */
import { z } from "zod";
import { taskLogFields } from "./account_data.ts";
import { logId } from "./arguments.ts";
import { hostTool } from "./define.ts";

/** Takes the id that a restart or a boost answered with. */
export const getLogById = hostTool({
  name: "get_log_by_id",
  title: "Look at one task of a mikr.us server",
  description: {
    use:
      "See whether one task of a mikr.us server is done and what it printed, by the id that get_logs, restart_server " +
      "or boost_server gave",
    avoid: "Seeing which tasks there are: get_logs lists them",
  },
  access: "read",
  confidentiality: "sensitive",
  timeoutMs: 30_000,
  on: "mikrus",
  args: { log_id: logId },
  data: z.strictObject(taskLogFields),
  resource: "log_id",
});
