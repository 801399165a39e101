/** `call`: one tool, through the same path as a client's call. */
import { buildCommand } from "@stricli/core";
import { type Context, lazily } from "./command.ts";
import { catalogueFlags, configFlag, jsonFlag, servedFlowFlags } from "./flags.ts";
import type { CatalogueFlags } from "./tools.ts";

/** The flags of `call`. */
export interface CallFlags extends CatalogueFlags {
  readonly json?: boolean | undefined;
}

/** The declaration. */
export const call = buildCommand<CallFlags, [string, string?], Context>({
  docs: {
    brief: "Call one tool and print its answer",
    fullDescription: "Calls one tool as an MCP client would, and prints its answer as JSON.\n" +
      "Which arguments a tool takes: docs/tools.md, or gatehouse tools --json.",
    customUsage: ["TOOL [JSON|-]"],
  },
  parameters: {
    flags: { ...configFlag, ...catalogueFlags, ...servedFlowFlags, ...jsonFlag },
    positional: {
      kind: "tuple",
      parameters: [
        { placeholder: "TOOL", brief: "Its name, as `gatehouse tools` lists it", parse: String },
        { placeholder: "JSON|-", brief: "Its arguments, or - for stdin", parse: String, optional: true },
      ],
    },
  },
  loader: lazily(() => import("./call.run.ts")),
});
