/** `tools`: the catalogue. */
import { buildCommand } from "@stricli/core";
import { type Context, lazily } from "./command.ts";
import { catalogueFlags, configFlag, jsonFlag } from "./flags.ts";

/** The flags of `tools`. */
export interface ToolsFlags {
  readonly config?: string | undefined;
  readonly families?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** The declaration. */
export const tools = buildCommand<ToolsFlags, [], Context>({
  docs: {
    brief: "List the tools, served and not, with the reason",
    customUsage: ["[--json]"],
  },
  parameters: { flags: { ...configFlag, ...catalogueFlags, ...jsonFlag } },
  loader: lazily(() => import("./tools.run.ts")),
});
