/** `config check` and `config print`: what a command line means, before anything is started by it. */
import { buildCommand, buildRouteMap } from "@stricli/core";
import type { Flags } from "../config/flags.ts";
import { type Context, lazily } from "./command.ts";
import {
  catalogueFlags,
  configFlag,
  hidden,
  jsonFlag,
  l1Flag,
  logFlags,
  oldFlags,
  servedFlowFlags,
  servedModelFlags,
  servedSkillsFlags,
  transportFlags,
} from "./flags.ts";

/** The flags of both: those of `serve`. */
export type ConfigFlags = Omit<Flags, "modelOf" | "workspaceHere"> & { readonly json?: boolean | undefined };

/** `serve --help` tells of them; the page has to fit a screen. */
const serveFlags = {
  families: hidden(catalogueFlags.families),
  readOnly: hidden(catalogueFlags.readOnly),
  transport: hidden(transportFlags.transport),
  http: hidden(transportFlags.http),
  host: hidden(transportFlags.host),
  port: hidden(transportFlags.port),
  tokenFile: hidden(transportFlags.tokenFile),
  server: hidden(servedModelFlags.server),
  timeout: servedModelFlags.timeout,
  model: hidden(servedModelFlags.model),
  l1Enabled: hidden(l1Flag.l1Enabled),
  ...servedSkillsFlags,
  skillsConfig: hidden(servedSkillsFlags.skillsConfig),
  ...servedFlowFlags,
  workspace: hidden(servedFlowFlags.workspace),
  trusted: hidden(servedFlowFlags.trusted),
  ...oldFlags,
  ...logFlags,
} as const;

const parameters = {
  aliases: { c: "config", w: "workspace", m: "model" },
  flags: { ...configFlag, ...serveFlags, ...jsonFlag },
} as const;

const check = buildCommand<ConfigFlags, [], Context>({
  docs: {
    brief: "Read all that is configured, and name the first mistake",
    fullDescription: "Reads what serve would read with the same flags, and looks at the files named.",
    customUsage: ["[flags of serve] [--json]"],
  },
  parameters,
  loader: lazily(() => import("./config_check.run.ts")),
});

const print = buildCommand<ConfigFlags, [], Context>({
  docs: {
    brief: "Print every setting in force, and where it comes from",
    fullDescription: "Prints what serve would do with the same flags; of a secret only its kind.",
    customUsage: ["[flags of serve] [--json]"],
  },
  parameters,
  loader: lazily(() => import("./config_print.run.ts")),
});

/** The declarations. */
export const config = buildRouteMap({
  docs: { brief: "Check the configuration, or print it: check, print" },
  routes: { check, print },
});
