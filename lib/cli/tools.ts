/** `tools`: the catalogue. */
import { buildCommand } from "@stricli/core";
import type { Flags } from "../config/flags.ts";
import { type Context, lazily } from "./command.ts";
import { catalogueFlags, configFlag, jsonFlag, servedFlowFlags } from "./flags.ts";

/** The flags that say what is served. */
export type CatalogueFlags = Pick<
  Flags,
  "config" | "families" | "readOnly" | "workspace" | "trusted" | "nvim" | "editorTimeout"
>;

/** The flags of `tools`. */
export interface ToolsFlags extends CatalogueFlags {
  readonly json?: boolean | undefined;
}

/** The declaration. */
export const tools = buildCommand<ToolsFlags, [], Context>({
  docs: {
    brief: "List the tools, served and not, with the reason",
    customUsage: ["[--json]"],
  },
  parameters: { flags: { ...configFlag, ...catalogueFlags, ...servedFlowFlags, ...jsonFlag } },
  loader: lazily(() => import("./tools.run.ts")),
});
