/** `serve`: the MCP server. */
import { buildCommand } from "@stricli/core";
import { type Context, lazily } from "./command.ts";
import {
  catalogueFlags,
  configFlag,
  l1Flag,
  logFlags,
  oldFlags,
  servedFlowFlags,
  servedModelFlags,
  servedSkillsFlags,
  transportFlags,
} from "./flags.ts";
import type { Flags } from "../config/flags.ts";

/** The flags of `serve`. */
export type ServeFlags = Omit<Flags, "modelOf" | "workspaceHere">;

/** The declaration. */
export const serve = buildCommand<ServeFlags, [], Context>({
  docs: {
    brief: "Serve the tools to an MCP client",
    fullDescription: "Serves the tools to an MCP client, over stdio or on loopback over HTTP.",
    customUsage: ["[flags]"],
  },
  parameters: {
    // As `flow` has them: users of an older program type them.
    aliases: { c: "config", w: "workspace", m: "model" },
    flags: {
      ...configFlag,
      ...catalogueFlags,
      ...transportFlags,
      ...servedModelFlags,
      ...l1Flag,
      ...servedSkillsFlags,
      ...servedFlowFlags,
      ...oldFlags,
      ...logFlags,
    },
  },
  loader: lazily(() => import("./serve.run.ts")),
});
