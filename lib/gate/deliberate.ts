/**
 * The gate's whole judgement of one command: the rules, and a model for what they leave grey.
 *
 * A model is not asked about anything else. What the rules deny stays denied and what they ask about stays at least
 * ask, whatever a model says, so there its answer could only cost time; and what they allow has no effect to judge.
 */
import { type Soon, soon } from "../core/soon.ts";
import type { RunContext } from "../core/tool.ts";
import { type Answer, answer } from "./answer.ts";
import { judgeWith, type Policy } from "./judge.ts";
import { chosenServer } from "./model/consult.ts";
import { remembered } from "./remembered.ts";
import { secondOpinion } from "./second_opinion.ts";
import { type GateService, serviceOf } from "./service.ts";

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
export function deliberate(asked: Asked, context: Circumstances): Soon<Answer> {
  const service = serviceOf(context);
  if (asked.server !== undefined) chosenServer(service.settings, asked.server);
  return soon(service.rules.current(), ({ policy }) => judged(asked, { policy, service, context }));
}

type Circumstances = Pick<RunContext, "service" | "signal">;

function judged(
  asked: Asked,
  { policy, service, context }: { policy: Policy; service: GateService; context: Circumstances },
): Soon<Answer> {
  const place = asked.cwd === undefined ? {} : { cwd: asked.cwd };
  const explanation = asked.explain === true ? judgeWith(policy, asked.command, place) : null;
  const ruled = explanation === null
    ? remembered(policy, asked.command, place)
    : answer(explanation.verdict, asked);
  const answered = ruled.grey && service.settings.l1Enabled
    ? secondOpinion(ruled, asked, { service, context })
    : ruled;
  if (explanation === null) return answered;
  return soon(answered, (answer) => ({ ...answer, calls: explanation.calls }));
}
