/** `get_server_info`: which server is this, how large is it, and until when is it paid? */
import { z } from "zod";
import { apiText, serverFields } from "./account_data.ts";
import { hostTool } from "./define.ts";

/** As the account has it; the server itself is not asked. */
export const getServerInfo = hostTool({
  name: "get_server_info",
  title: "Look at a mikr.us server",
  description: {
    use: "See the memory, disk and expiry dates of a mikr.us server",
    avoid: "What is used of it: get_server_stats tells that",
  },
  access: "read",
  confidentiality: "internal",
  timeoutMs: 30_000,
  on: "mikrus",
  args: {},
  data: z.strictObject({
    ...serverFields,
    imie_id: apiText.describe("The server's other id"),
    expires_cytrus: apiText,
    expires_storage: apiText,
    lastlog_panel: apiText.describe("Last login to the panel"),
    mikrus_pro: apiText.describe("tak or nie"),
  }),
});
