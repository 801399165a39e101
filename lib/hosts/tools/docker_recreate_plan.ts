/** `docker_recreate_plan`: what would recreating a compose service change? */
import { z } from "zod";
import { composeName, readPath } from "./arguments.ts";
import { hostTool } from "./define.ts";

/** Keeps the plan for five minutes. */
export const dockerRecreatePlan = hostTool({
  name: "docker_recreate_plan",
  title: "Plan to recreate a compose service",
  description: {
    use: "See what recreating a compose service would change, and get a receipt for it",
    avoid: "Recreating it: docker_recreate_apply does that",
  },
  access: "read",
  confidentiality: "sensitive",
  timeoutMs: 45_000,
  on: "ssh",
  store: "plan_store",
  args: {
    service: composeName,
    compose_project: composeName.optional(),
    compose_files: z.array(readPath).min(1).max(8).optional(),
    desired_image: z.string().min(1).max(254).optional(),
    allow_runtime_drift: z.boolean().default(false),
  },
  data: z.looseObject({ plan_receipt: z.string(), service: z.string() }),
  resource: "service",
});
