/** `gate diff` and `gate rule suggest`: work on the operator's rules. */
import { buildCommand, buildRouteMap } from "@stricli/core";
import { type Context, lazily } from "./command.ts";
import { configFlag, cwdFlag, jsonFlag, toggle } from "./flags.ts";

/** The flags of `gate diff`. */
export interface DiffFlags {
  readonly cwd?: string | undefined;
  readonly json?: boolean | undefined;
}

/** The flags of `gate rule suggest`. */
export interface SuggestFlags extends DiffFlags {
  readonly config?: string | undefined;
  readonly under?: boolean | undefined;
}

/** Which verdicts a changed rule file changes. */
export const diff = buildCommand<DiffFlags, [string, string, string], Context>({
  docs: {
    brief: "Show which verdicts change between two rule files",
    fullDescription: "Judges FILE under both. Exit code: 0 nothing changes, 1 it does, 3 wrong call.",
    customUsage: ["[--cwd DIR] [--json] OLD NEW FILE"],
  },
  parameters: {
    flags: { ...cwdFlag, ...jsonFlag },
    positional: {
      kind: "tuple",
      parameters: [
        { placeholder: "OLD", brief: "A rule file; - or builtin for none", parse: String },
        { placeholder: "NEW", brief: "A rule file; - or builtin for none", parse: String },
        { placeholder: "FILE", brief: "Commands, one a line, or JSON lines", parse: String },
      ],
    },
  },
  loader: lazily(() => import("./gate_diff.run.ts")),
});

const suggest = buildCommand<SuggestFlags, string[], Context>({
  docs: {
    brief: "Print the narrowest rule that would allow a command",
    fullDescription: "Prints rules that were tried. Exit code: 0, or 1 when none is suggested.",
    customUsage: ["[--cwd DIR] [--under] [--json] -- COMMAND..."],
  },
  parameters: {
    flags: { ...configFlag, ...cwdFlag, ...jsonFlag, under: toggle("Only in that directory and below") },
    positional: {
      kind: "array",
      parameter: { placeholder: "COMMAND", brief: "One shell line, or one argument list", parse: String },
    },
  },
  loader: lazily(() => import("./gate_suggest.run.ts")),
});

/** Work on a single rule. */
export const rule = buildRouteMap({
  docs: { brief: "Write rules of your own: suggest" },
  routes: { suggest },
});
