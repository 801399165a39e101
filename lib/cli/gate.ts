/** `gate check`, `gate explain` and `gate hook`: what the tool `gate` says of a command, on the command line. */
import { buildCommand, buildRouteMap } from "@stricli/core";
import type { Flags } from "../config/flags.ts";
import { type Context, lazily } from "./command.ts";
import { configFlag, cwdFlag, jsonFlag, l1Flag, modelFlags, toggle } from "./flags.ts";
import { classify, route, score } from "./gate_model.ts";
import { diff, rule } from "./gate_rules.ts";

/** The flags of `gate explain`. */
export interface ExplainFlags extends Pick<Flags, "config" | "server" | "timeout" | "model" | "l1Enabled"> {
  readonly cwd?: string | undefined;
  readonly json?: boolean | undefined;
}

/** The flags of `gate check`. */
export interface CheckFlags extends ExplainFlags {
  readonly lines?: boolean | undefined;
}

/** The flags of `gate hook`. */
export interface HookFlags {
  readonly config?: string | undefined;
}

const positional = {
  kind: "array",
  parameter: { placeholder: "COMMAND", brief: "One shell line, or one argument list", parse: String },
} as const;

const check = buildCommand<CheckFlags, string[], Context>({
  docs: {
    brief: "Judge a command: exit 0 allow, 1 deny, 2 ask, 3 usage",
    fullDescription: "Judges a command. Exit code: 0 allow, 1 deny, 2 ask, 3 wrong call.",
    customUsage: ["[--cwd DIR] [--json] -- COMMAND...", "[--cwd DIR] --lines"],
  },
  parameters: {
    flags: {
      ...configFlag,
      ...cwdFlag,
      ...jsonFlag,
      ...modelFlags,
      ...l1Flag,
      lines: toggle('Judge each line of stdin, {"command":...,"cwd":...}'),
    },
    positional,
  },
  loader: lazily(() => import("./gate_check.run.ts")),
});

const explain = buildCommand<ExplainFlags, string[], Context>({
  docs: {
    brief: "Show each part of a command, its effects and its rules",
    fullDescription: "Shows how a command is read: each part, its effects, and its rules.",
    customUsage: ["[--cwd DIR] [--json] -- COMMAND..."],
  },
  parameters: { flags: { ...configFlag, ...cwdFlag, ...jsonFlag, ...modelFlags, ...l1Flag }, positional },
  loader: lazily(() => import("./gate_explain.run.ts")),
});

const hook = buildCommand<HookFlags, [string], Context>({
  docs: {
    brief: "Answer the pre-tool hook of an agent client",
    fullDescription: "Judges the tool call on stdin. Ends with 0; a failure is a refusal.",
    customUsage: ["claude-code|codex|generic"],
  },
  parameters: {
    flags: configFlag,
    positional: {
      kind: "tuple",
      parameters: [{ placeholder: "CLIENT", brief: "claude-code, codex or generic", parse: String }],
    },
  },
  loader: lazily(() => import("./gate_hook.run.ts")),
});

/** The declarations. */
export const gate = buildRouteMap({
  docs: {
    brief: "Judge shell commands: check, explain, hook; ask the model: classify, route, score",
    fullDescription: "Judges shell commands. Rules of your own (diff, rule suggest): see help rules.",
    // A page of its own tells of them; this one has to fit a screen.
    hideRoute: { diff: true, rule: true },
  },
  routes: { check, explain, classify, route, score, hook, diff, rule },
});
