/** `service_wait`: waits for a compose service. */
import { z } from "zod";
import { composeName, planReceipt, readiness } from "./arguments.ts";
import { hostTool } from "./define.ts";

/** Asks docker once a second. */
export const serviceWait = hostTool({
  name: "service_wait",
  title: "Wait for a compose service",
  description: {
    use: "Wait until a compose service runs or is healthy",
    avoid: "Looking once: docker_runtime_snapshot does that",
  },
  access: "read",
  confidentiality: "internal",
  timeoutMs: 30_000,
  on: "ssh",
  store: "plan_store",
  args: {
    service: composeName,
    plan_receipt: planReceipt.optional(),
    readiness: readiness.default("running"),
    timeout_seconds: z.number().min(5).max(25).default(10),
  },
  data: z.strictObject({
    status: z.literal("READY"),
    service: z.string(),
    project: z.string(),
    readiness: z.string(),
    state: z.string(),
    health: z.string().nullable(),
  }),
  resource: "service",
});
