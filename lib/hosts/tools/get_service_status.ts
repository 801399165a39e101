/** `get_service_status`: does a service run? */
import { serviceName } from "./arguments.ts";
import { serviceData } from "./service_data.ts";
import { hostTool } from "./define.ts";

/** Asks systemctl. */
export const getServiceStatus = hostTool({
  name: "get_service_status",
  title: "Look at a service",
  description: {
    use: "See whether a systemd service runs, and its last lines",
    avoid: "Reading its log: get_journal_logs does that",
  },
  access: "read",
  confidentiality: "internal",
  timeoutMs: 30_000,
  on: "any",
  args: { name: serviceName },
  data: serviceData,
  resource: "name",
});
