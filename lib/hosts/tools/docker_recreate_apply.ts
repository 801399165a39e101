/** `docker_recreate_apply`: recreates a compose service. */
import { z } from "zod";
import { composeName, planReceipt, readiness } from "./arguments.ts";
import { hostTool } from "./define.ts";

/** Refuses when anything has changed since the plan. */
export const dockerRecreateApply = hostTool({
  name: "docker_recreate_apply",
  title: "Recreate a compose service",
  description: {
    use: "Recreate a compose service exactly as planned",
    avoid: "Planning: docker_recreate_plan does that",
  },
  access: "write",
  confidentiality: "internal",
  timeoutMs: 70_000,
  on: "ssh",
  store: "plan_store",
  args: {
    service: composeName,
    plan_receipt: planReceipt,
    readiness: readiness.optional(),
    timeout_seconds: z.number().min(5).max(25).default(15),
  },
  foresee: async (args, context) => (await import("../compose/foreseen.ts")).foreseePlan(args, context),
  data: z.looseObject({
    status: z.enum(["APPLIED", "ALREADY_APPLIED"]),
    plan_receipt: z.string(),
    service: z.string(),
  }),
  resource: "service",
});
