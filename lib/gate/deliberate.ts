/** The gate's whole judgement of one command: the rules, and the model for what they leave grey. */
import type { RunContext } from "../core/tool.ts";
import { type Answer, answer } from "./answer.ts";
import { explain, judge } from "./judge.ts";

/** What is asked. */
export interface Asked {
  readonly command: string;
  readonly cwd?: string | undefined;
  readonly server?: string | undefined;
  readonly explain?: boolean | undefined;
}

/**
 * Judges a command. Fails only when the caller cancels or the deadline passes; everything else is a verdict.
 *
 * @example
 * ```ts
 * import { deliberate } from "gatehouse/gate/deliberate.ts";
 *
 * if (typeof deliberate !== "function") throw new Error("no judgement");
 * ```
 */
export function deliberate(asked: Asked, _context: RunContext): Promise<Answer> {
  const place = asked.cwd === undefined ? {} : { cwd: asked.cwd };
  if (asked.explain !== true) return Promise.resolve(answer(judge(asked.command, place), asked));
  const { verdict, calls } = explain(asked.command, place);
  return Promise.resolve({ ...answer(verdict, asked), calls });
}
