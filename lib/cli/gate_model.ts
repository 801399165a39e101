/** `gate classify`, `gate route` and `gate score`: what the tools of the decision model say, on the command line. */
import { buildCommand } from "@stricli/core";
import type { Flags } from "../config/flags.ts";
import { type Context, lazily } from "./command.ts";
import { configFlag, jsonFlag, list, modelFlags, text } from "./flags.ts";

/** The flags that the three share. */
export interface ModelFlags extends Pick<Flags, "config" | "server" | "timeout" | "model"> {
  readonly json?: boolean | undefined;
  readonly state: string;
}

/** The flags of `gate classify`. */
export interface ClassifyFlags extends ModelFlags {
  readonly label: readonly string[];
}

/** The flags of `gate route`. */
export interface RouteFlags extends ModelFlags {
  readonly tool: readonly string[];
  readonly orders?: string | undefined;
}

/** The flags of `gate score`. */
export interface ScoreFlags extends ModelFlags {
  readonly criterion: readonly string[];
}

const shared = {
  ...configFlag,
  ...jsonFlag,
  ...modelFlags,
  state: { kind: "parsed", parse: String, placeholder: "TEXT", brief: "What is judged" },
} as const;

/** Puts a text under one of several labels. */
export const classify = buildCommand<ClassifyFlags, [], Context>({
  docs: {
    brief: "Put a text under one of several labels",
    fullDescription: "Asks the decision model which label fits. Exit: 0 done, 1 no answer, 3 usage.",
    customUsage: ["--state TEXT --label TEXT --label TEXT..."],
  },
  parameters: { flags: { ...shared, label: list("TEXT", "A label; give one flag for each") } },
  loader: lazily(() => import("./gate_classify.run.ts")),
});

/** Chooses a tool. */
export const route = buildCommand<RouteFlags, [], Context>({
  docs: {
    brief: "Choose one of a few tools for a task",
    fullDescription: "Asks the decision model which tool fits. Exit: 0 done, 1 no answer, 3 usage.",
    customUsage: ["[--orders 4] --state TEXT --tool TEXT --tool TEXT..."],
  },
  parameters: {
    flags: {
      ...shared,
      tool: list("TEXT", "A tool and what it is for; give one flag for each"),
      orders: text("1-4", "Orders to ask in and average over (default: 1)"),
    },
  },
  loader: lazily(() => import("./gate_route.run.ts")),
});

/** Rates a text. */
export const score = buildCommand<ScoreFlags, [], Context>({
  docs: {
    brief: "Rate a text from 2 to 10 by criteria",
    fullDescription: "Asks the decision model for a rating. Exit: 0 done, 1 no answer, 3 usage.",
    customUsage: ["--state TEXT --criterion TEXT..."],
  },
  parameters: { flags: { ...shared, criterion: list("TEXT", "A criterion; give one flag for each") } },
  loader: lazily(() => import("./gate_score.run.ts")),
});
