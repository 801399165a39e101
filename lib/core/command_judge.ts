/** Whoever judges commands, for a family that starts programs and judges none itself. */
import { oneLine } from "./bounds.ts";
import type { Family } from "./tool.ts";
import type { Soon } from "./soon.ts";

/** What is said of a command. */
export interface CommandJudgement {
  readonly decision: "allow" | "ask" | "deny";
  readonly reason: string;
  /** What it would do, a line each, for a person; at most 32. */
  readonly effects: readonly string[];
}

/** Judges a program by its words, the first of which names it, and the directory that it starts in. Never throws. */
export type CommandJudge = (argv: readonly string[], cwd: string) => Promise<CommandJudgement>;

/** The name of the work that a judging family offers. */
const JUDGING = "judge";

const MAX_EFFECTS = 32;
const MAX_LINE = 300;

/**
 * The judge that a family offers. What goes wrong, or is answered in a strange form, is a deny.
 *
 * @param family Loads the family.
 * @param serviceOf What its `open` gives.
 *
 * @example
 * ```ts
 * import { judgeOf } from "gatehouse/core/command_judge.ts";
 *
 * const judge = judgeOf(() => Promise.reject(new Error("not there")), () => undefined);
 * if ((await judge(["ls"], "/")).decision !== "deny") throw new Error("open where it should be closed");
 * ```
 */
export function judgeOf(family: () => Soon<Family>, serviceOf: (family: Family) => unknown): CommandJudge {
  return async (argv, cwd) => {
    try {
      const judging = await family();
      const work = await judging.commands?.[JUDGING]?.();
      if (work === undefined) return closed("nobody judges commands here");
      return judgementIn(await work.default({ argv, cwd }, await serviceOf(judging)));
    } catch {
      return closed("the command could not be judged");
    }
  };
}

function closed(reason: string): CommandJudgement {
  return { decision: "deny", reason, effects: [] };
}

function judgementIn(told: unknown): CommandJudgement {
  if (typeof told !== "object" || told === null) {
    return closed("the command was judged in a form that is not known");
  }
  const { decision, reason, effects } = told as Readonly<Record<string, unknown>>;
  const isKnown = decision === "allow" || decision === "ask" || decision === "deny";
  if (!isKnown || typeof reason !== "string" || !Array.isArray(effects)) {
    return closed("the command was judged in a form that is not known");
  }
  const lines = effects.filter((effect) => typeof effect === "string").map((effect) =>
    oneLine(effect, MAX_LINE)
  );
  return { decision, reason: oneLine(reason, MAX_LINE), effects: lines.slice(0, MAX_EFFECTS) };
}
