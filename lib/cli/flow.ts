/** `flow …`: a task for local models, whose result counts as verified only when the operator's checks prove it. */
import { buildCommand, buildRouteMap } from "@stricli/core";
import type { Flags } from "../config/flags.ts";
import { type Context, lazily } from "./command.ts";
import { configFlag, flowFlags, hidden, text, toggle } from "./flags.ts";

/** The flags that all commands of `flow` share. */
export interface FlowFlags
  extends Pick<Flags, "config" | "workspace" | "model" | "trusted" | "nvim" | "editorTimeout"> {
  /** Accepted: there is no other form of answer. */
  readonly json?: boolean | undefined;
}

/** The flags of `flow run`. */
export interface FlowRunFlags extends FlowFlags {
  readonly events?: boolean | undefined;
}

/** The flags of `flow check`. */
export interface FlowCheckFlags extends FlowRunFlags {
  readonly name?: string | undefined;
}

/** The flags of `flow status`. */
export interface FlowStatusFlags extends FlowFlags {
  readonly probe?: boolean | undefined;
}

const shared = {
  ...configFlag,
  ...flowFlags,
  model: text("NAME", "Model of all three roles"),
  json: hidden(toggle("Accepted: the answer is one JSON document anyway")),
} as const;

const aliases = { c: "config", w: "workspace", m: "model" } as const;

const events = { events: toggle("Print each step on stderr, as a line of JSON") } as const;

const run = buildCommand<FlowRunFlags, string[], Context>({
  docs: {
    brief: "Carry out a task: plan, code, check, review",
    fullDescription: "Carries out a task. Without --trusted, nothing is written and no check runs.",
    customUsage: ["[flags] TASK..."],
  },
  parameters: {
    aliases,
    flags: { ...shared, ...events },
    positional: {
      kind: "array",
      minimum: 1,
      parameter: { placeholder: "TASK", brief: "What to do, in words", parse: String },
    },
  },
  loader: lazily(() => import("./flow_run.run.ts")),
});

const check = buildCommand<FlowCheckFlags, [string?], Context>({
  docs: {
    brief: "Run the configured checks, or one of them",
    fullDescription: "Runs the configured checks, or one of them. Without --trusted, none runs.",
    customUsage: ["[flags] [NAME]"],
  },
  parameters: {
    aliases,
    flags: { ...shared, ...events, name: text("NAME", "The same as the argument, and stronger") },
    positional: {
      kind: "tuple",
      parameters: [{ placeholder: "NAME", brief: "Only this check", parse: String, optional: true }],
    },
  },
  loader: lazily(() => import("./flow_check.run.ts")),
});

const status = buildCommand<FlowStatusFlags, [], Context>({
  docs: { brief: "Show what is configured, and whether the editor answers", customUsage: ["[flags]"] },
  parameters: {
    aliases,
    flags: { ...shared, probe: toggle("Instead, ask the model service about each model") },
  },
  loader: lazily(() => import("./flow_status.run.ts")),
});

const undo = buildCommand<FlowFlags, [], Context>({
  docs: {
    brief: "Put the files of the last run back as they were",
    fullDescription: "Puts the files of the last run back: all, or none. Needs --trusted.",
    customUsage: ["[flags]"],
  },
  parameters: { aliases, flags: shared },
  loader: lazily(() => import("./flow_undo.run.ts")),
});

const serve = buildCommand<FlowFlags, [], Context>({
  docs: {
    brief: "Serve the three tools over stdio",
    fullDescription: "Serves flow_run, flow_status and flow_check over stdio, and nothing else.",
    customUsage: ["[flags]"],
  },
  parameters: { aliases, flags: shared },
  loader: lazily(() => import("./flow_serve.run.ts")),
});

const tui = buildCommand<FlowFlags, [], Context>({
  docs: { brief: "Work in a terminal, task by task (the default)", customUsage: ["[flags]"] },
  parameters: { aliases, flags: shared },
  loader: lazily(() => import("./flow_tui.run.ts")),
});

/** The declarations. */
export const flow = buildRouteMap({
  docs: {
    brief: "Have local models do a task, verified by your checks: run, check, status, undo, serve, tui",
    fullDescription: "Plans, codes and reviews with local models. See also: help flow.",
  },
  routes: { run, check, status, undo, serve, tui },
});
