/** `change_service_state`: starts, stops, restarts, enables or disables a service. */
import { z } from "zod";
import { serviceName } from "./arguments.ts";
import { serviceData } from "./service_data.ts";
import { hostTool } from "./define.ts";

/** Tells the state after the change. */
export const changeServiceState = hostTool({
  name: "change_service_state",
  title: "Change a service",
  description: {
    use: "Start, stop, restart, enable or disable one systemd service",
    avoid: "Looking at a service: get_service_status does that",
  },
  access: "destroy",
  confidentiality: "internal",
  timeoutMs: 70_000,
  on: "any",
  args: { name: serviceName, action: z.enum(["start", "stop", "restart", "enable", "disable"]) },
  data: serviceData,
  resource: "name",
});
