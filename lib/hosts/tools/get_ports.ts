/** `get_ports`: which ports of a mikr.us server can be reached from elsewhere? */
import { z } from "zod";
import { hostTool } from "./define.ts";

/** Those that the provider forwards. */
export const getPorts = hostTool({
  name: "get_ports",
  title: "List a mikr.us server's ports",
  description: {
    use: "Learn which ports the provider forwards to a mikr.us server",
    avoid: "Learning whether something listens there: check_port tells that",
  },
  access: "read",
  confidentiality: "internal",
  timeoutMs: 30_000,
  on: "mikrus",
  args: {},
  data: z.strictObject({ ports: z.array(z.int().min(1).max(65_535)) }),
});
