/** `list_servers`: which servers does the account have? */
import { z } from "zod";
import { serverFields } from "./account_data.ts";
import { hostTool } from "./define.ts";

/** Lists all of the account's servers, also those that are not configured here. */
export const listServers = hostTool({
  name: "list_servers",
  title: "List an account's mikr.us servers",
  description: {
    use: "See all servers of a mikr.us account",
    avoid: "Learning what can be called here: list_configured_servers tells that",
  },
  access: "read",
  confidentiality: "personal",
  timeoutMs: 30_000,
  on: "mikrus",
  args: {},
  data: z.strictObject({ servers: z.array(z.strictObject(serverFields)).max(1_000) }),
});
