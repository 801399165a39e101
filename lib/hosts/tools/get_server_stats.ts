/** `get_server_stats`: how much of a mikr.us server is used, and by what? */
import { z } from "zod";
import { apiText } from "./account_data.ts";
import { hostTool } from "./define.ts";
import { processFields } from "./process_data.ts";

/** The API renews them once a minute. */
export const getServerStats = hostTool({
  name: "get_server_stats",
  title: "Look at a mikr.us server's use",
  description: {
    use:
      "See memory, disks, uptime and the largest processes of a mikr.us server in one call, at most a minute old",
    avoid: "Values of this very moment: get_memory_info, analyze_disk and list_processes give them",
  },
  access: "read",
  confidentiality: "internal",
  timeoutMs: 30_000,
  on: "mikrus",
  args: {},
  data: z.strictObject({
    free: apiText.describe("What free printed, in MB"),
    df: apiText.describe("What df printed"),
    uptime: apiText.describe("What uptime printed"),
    processSnapshot: z.strictObject(processFields),
  }),
});
