/** `permissions`: what each worker may touch under the loaded configuration. */
import { buildCommand } from "@stricli/core";
import { type Context, lazily } from "./command.ts";
import { catalogueFlags, configFlag, jsonFlag, servedFlowFlags } from "./flags.ts";
import type { ToolsFlags } from "./tools.ts";

/** The declaration. */
export const permissions = buildCommand<ToolsFlags, [], Context>({
  docs: {
    brief: "Show what each worker may touch",
    fullDescription: "Shows what each worker may touch as configured, and what the program may.",
    customUsage: ["[--json]"],
  },
  parameters: { flags: { ...configFlag, ...catalogueFlags, ...servedFlowFlags, ...jsonFlag } },
  loader: lazily(() => import("./permissions.run.ts")),
});
