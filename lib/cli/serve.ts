/** `serve`: the MCP server. */
import { buildCommand } from "@stricli/core";
import { type Context, lazily } from "./command.ts";
import {
  catalogueFlags,
  configFlag,
  l1Flag,
  modelFlags,
  oldFlags,
  servedSkillsFlags,
  transportFlags,
} from "./flags.ts";
import type { Flags } from "../config/flags.ts";

/** The declaration. */
export const serve = buildCommand<Flags, [], Context>({
  docs: {
    brief: "Serve the tools to an MCP client",
    fullDescription: "Serves the tools to an MCP client, over stdio or on loopback over HTTP.",
    customUsage: ["[flags]"],
  },
  parameters: {
    flags: {
      ...configFlag,
      ...catalogueFlags,
      ...transportFlags,
      ...modelFlags,
      ...l1Flag,
      ...servedSkillsFlags,
      ...oldFlags,
    },
  },
  loader: lazily(() => import("./serve.run.ts")),
});
