/** `boost_server`: more memory and a faster disk for a mikr.us server, for a while. */
import { acceptedTask } from "./account_data.ts";
import { hostTool } from "./define.ts";

/** About half an hour, at most once in six hours. */
export const boostServer = hostTool({
  name: "boost_server",
  title: "Boost a mikr.us server",
  description: {
    use: "Give a mikr.us server more memory for about half an hour, at most once in six hours",
    avoid: "Lasting needs: the plan has to be changed for those",
  },
  access: "write",
  confidentiality: "internal",
  timeoutMs: 70_000,
  on: "mikrus",
  args: {},
  data: acceptedTask,
});
