/** `restart_server`: restarts a mikr.us server. */
import { acceptedTask } from "./account_data.ts";
import { hostTool } from "./define.ts";

/** The API accepts the task and carries it out a little later. */
export const restartServer = hostTool({
  name: "restart_server",
  title: "Restart a mikr.us server",
  description: {
    use: "Restart a whole mikr.us server; everything on it stops for a while",
    avoid: "Restarting one service: change_service_state does that",
  },
  access: "destroy",
  confidentiality: "internal",
  timeoutMs: 120_000,
  on: "mikrus",
  args: {},
  data: acceptedTask,
});
