/**
 * The gate's whole judgement of one command: the rules, and a model for what they leave grey.
 *
 * A model is not asked about anything else. What the rules deny stays denied and what they ask about stays at least
 * ask, whatever a model says, so there its answer could only cost time; and what they allow has no effect to judge.
 */
import type { RunContext } from "../core/tool.ts";
import { type Answer, answer } from "./answer.ts";
import { judgeWith } from "./judge.ts";
import { chosenServer } from "./model/consult.ts";
import { remembered } from "./remembered.ts";
import { secondOpinion } from "./second_opinion.ts";
import { serviceOf } from "./service.ts";

/** What is asked. */
export interface Asked {
  readonly command: string;
  readonly cwd?: string | undefined;
  readonly server?: string | undefined;
  readonly explain?: boolean | undefined;
}

/**
 * Judges a command. Everything is a verdict, also a model that fails.
 *
 * @throws ToolError `ARGUMENTS_INVALID` for a `server` that the caller may not name; `CANCELLED`.
 *
 * @example
 * ```ts
 * import { deliberate } from "gatehouse/gate/deliberate.ts";
 *
 * if (typeof deliberate !== "function") throw new Error("no judgement");
 * ```
 */
export async function deliberate(
  asked: Asked,
  context: Pick<RunContext, "service" | "signal">,
): Promise<Answer> {
  const service = serviceOf(context);
  if (asked.server !== undefined) chosenServer(service.settings, asked.server);
  const place = asked.cwd === undefined ? {} : { cwd: asked.cwd };
  const { policy } = await service.rules.current();
  const explanation = asked.explain === true ? judgeWith(policy, asked.command, place) : null;
  const verdict = explanation?.verdict ?? remembered(policy, asked.command, place);
  const judged = verdict.grey && service.settings.l1Enabled
    ? await secondOpinion(verdict, asked, { service, context })
    : answer(verdict, asked);
  return explanation === null ? judged : { ...judged, calls: explanation.calls };
}
