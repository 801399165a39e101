/** One question of a tool, put to the service that the call may use. */
import type { RunContext } from "../../core/tool.ts";
import { serviceOf } from "../service.ts";
import { chosenServer, consult } from "./consult.ts";
import { malformed } from "./failure.ts";
import type { Answered, Question, Reply } from "./question.ts";

/** An answer, and who gave it. */
export type OneAnswer = Answered & Pick<Reply, "model" | "usage"> & { readonly server: string };

/** What a tool needs of its call. */
export type AskContext = Pick<RunContext, "service" | "signal">;

/**
 * Asks one question.
 *
 * @param question What is asked.
 * @param context The call's.
 * @param options `state`: what about; `server`: the call's own wish; `timeoutMs`: default the configured time.
 * @throws ToolError `ARGUMENTS_INVALID` for a server that the caller may not name, `MODEL_UNAVAILABLE`,
 * `MODEL_MALFORMED`, `CANCELLED`.
 *
 * @example
 * ```ts
 * import { askOne } from "gatehouse/gate/model/ask_one.ts";
 * import { RuleBook } from "gatehouse/gate/rulebook.ts";
 * import { GateService } from "gatehouse/gate/service.ts";
 * import { gateSettings } from "gatehouse/gate/settings.ts";
 *
 * const value = { value: 1, scores: null, confidence: 0.8 };
 * const service = new GateService(gateSettings.parse({}), {
 *   call: () => Promise.resolve({ model: "m", usage: null, answers: { c: value } }),
 * }, await RuleBook.open(null));
 * const { signal } = new AbortController();
 * const question = { kind: "choice", id: "c", text: "Which?", options: ["a", "b"] } as const;
 * if ((await askOne(question, { service, signal }, { state: "x" })).value !== 1) throw new Error("other answer");
 * ```
 */
export async function askOne(
  question: Question,
  context: AskContext,
  { state, server: given, timeoutMs }: {
    readonly state: string;
    readonly server?: string | undefined;
    readonly timeoutMs?: number;
  },
): Promise<OneAnswer> {
  const service = serviceOf(context);
  const { server } = chosenServer(service.settings, given);
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  const reply = await consult(service, { server, state, questions: [question], ...limit }, context);
  const answered = reply.answers[question.id];
  if (answered === undefined) throw malformed(`it does not answer the ${question.kind}`, server);
  return { ...answered, model: reply.model, usage: reply.usage, server };
}
