/** `doctor`: looks at all that Gatehouse needs, and says of each what to do. */
import { buildCommand } from "@stricli/core";
import type { Flags } from "../config/flags.ts";
import { type Context, lazily } from "./command.ts";
import {
  catalogueFlags,
  configFlag,
  flowFlags,
  jsonFlag,
  l1Flag,
  modelFlags,
  servedFlowFlags,
} from "./flags.ts";

/** The flags of `doctor`. */
export type DoctorFlags =
  & Pick<
    Flags,
    | "config"
    | "families"
    | "workspace"
    | "nvim"
    | "editorTimeout"
    | "trusted"
    | "server"
    | "model"
    | "l1Enabled"
  >
  & { readonly json?: boolean | undefined };

/** The declaration. */
export const doctor = buildCommand<DoctorFlags, [], Context>({
  docs: {
    brief: "Look at all that is needed, and say what to do",
    fullDescription: "Looks at all that is needed. Nothing is written, and no login is tried.",
    customUsage: ["[--workspace DIR] [--nvim SOCKET] [--json]"],
  },
  parameters: {
    aliases: { c: "config", w: "workspace", m: "model" },
    flags: {
      ...configFlag,
      families: catalogueFlags.families,
      workspace: servedFlowFlags.workspace,
      trusted: flowFlags.trusted,
      nvim: flowFlags.nvim,
      editorTimeout: flowFlags.editorTimeout,
      server: modelFlags.server,
      model: modelFlags.model,
      ...l1Flag,
      ...jsonFlag,
    },
  },
  loader: lazily(() => import("./doctor.run.ts")),
});
