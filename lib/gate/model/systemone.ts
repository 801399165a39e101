/**
 * The decision service's own protocol: POST /v1/systemone.
 *
 * The service knows only a question's kind, options and threshold; whatever else a question says is dropped before the
 * model sees it. So what is asked stands in the state, ahead of what it is asked about.
 */
import type { Endpoint } from "../../core/endpoint.ts";
import { malformed } from "./failure.ts";
import { readAnswer } from "./reading.ts";
import type { Answered, Asked, Question, Reply } from "./question.ts";
import { type Fields, hasError, isFields, strictObject } from "./strict_json.ts";

/** The path of the protocol. */
const PATH = "/v1/systemone";

/**
 * The URL that is posted to: the base, and the path unless the base ends with it.
 *
 * @example
 * ```ts
 * import { systemoneUrl } from "gatehouse/gate/model/systemone.ts";
 *
 * if (systemoneUrl("http://127.0.0.1:8155") !== systemoneUrl("http://127.0.0.1:8155/v1/systemone")) {
 *   throw new Error("two URLs");
 * }
 * ```
 */
export function systemoneUrl(base: string): string {
  return base.endsWith(PATH) ? base : `${base}${PATH}`;
}

/**
 * The request's body.
 *
 * @example
 * ```ts
 * import { systemoneBody } from "gatehouse/gate/model/systemone.ts";
 *
 * const questions = [{ kind: "choice", id: "c", text: "Which?", options: ["a", "b"] }] as const;
 * const body = systemoneBody({ server: "", state: "x", questions, timeoutMs: 1 }, "m");
 * if (body.questions[0]?.type !== "choice" || !body.state.startsWith("Which?")) throw new Error("not asked");
 * ```
 */
export function systemoneBody({ state, questions }: Asked, model: string) {
  return { model, state: stateOf(state, questions), questions: questions.map(wireOf) };
}

/**
 * What the answer's text says, checked.
 *
 * @throws ToolError `MODEL_MALFORMED` when a question has no answer, or one that does not fit it.
 *
 * @example
 * ```ts
 * import { endpointOf } from "gatehouse/core/endpoint.ts";
 * import { readSystemone } from "gatehouse/gate/model/systemone.ts";
 *
 * const endpoint = endpointOf("http://127.0.0.1:8155");
 * if (endpoint === null) throw new Error("no URL");
 * const questions = [{ kind: "choice", id: "c", text: "Which?", options: ["a", "b"] }] as const;
 * if (readSystemone('{"answers": {"c": 1}}', { questions, endpoint }).answers["c"]?.value !== 1) {
 *   throw new Error("not read");
 * }
 * ```
 */
export function readSystemone(
  text: string,
  { questions, endpoint }: { readonly questions: readonly Question[]; readonly endpoint: Endpoint },
): Reply {
  const refused = (why: string) => malformed(why, endpoint.base);
  const body = strictObject(text);
  if (body === null) throw refused("it is not one JSON object in which each name stands once");
  if (hasError(body)) throw refused("it speaks of an error");
  const answers = body["answers"];
  if (!isFields(answers)) throw refused("it has no object of answers");
  const scores = body["option_scores"] ?? {};
  if (!isFields(scores)) throw refused("its option scores are no object");
  const read = questions.map((question): readonly [string, Answered] => {
    const { id, kind } = question;
    if (!Object.hasOwn(answers, id)) throw refused(`it does not answer the ${kind}`);
    const answered = readAnswer(question, {
      answer: answers[id],
      scores: Object.hasOwn(scores, id) ? scores[id] : undefined,
      confidence: confidenceOf(body, id),
    });
    if (typeof answered === "string") throw refused(answered);
    return [id, answered];
  });
  return { model: nameOf(body["model"]), usage: usageOf(body["usage"]), answers: Object.fromEntries(read) };
}

/**
 * A model's name as a service states it, or null.
 *
 * @example
 * ```ts
 * import { nameOf } from "gatehouse/gate/model/systemone.ts";
 *
 * if (nameOf("m") !== "m" || nameOf(7) !== null || nameOf("x".repeat(300)) !== null) throw new Error("not checked");
 * ```
 */
export function nameOf(value: unknown): string | null {
  return typeof value === "string" && /^[\x20-\x7e]{1,256}$/.test(value) ? value : null;
}

/** The question first: a service cuts a state that is too long at its end. */
function stateOf(state: Asked["state"], questions: readonly Question[]): string {
  const asked = questions.map(({ text }) => text);
  if (typeof state === "string") return [...asked, "", state].join("\n");
  return JSON.stringify({ questions: asked, ...state });
}

function wireOf(question: Question) {
  const { id, kind } = question;
  if (kind === "noul") return { id, type: kind, threshold: question.threshold };
  return kind === "choice" ? { id, type: kind, options: question.options } : { id, type: kind };
}

/** The service sends a number for each question; older stand-ins for it send one for all. */
function confidenceOf(body: Fields, id: string): number | null {
  const given = body["answer_confidence"] ?? body["confidence"];
  const one = isFields(given) ? (Object.hasOwn(given, id) ? given[id] : null) : given;
  return typeof one === "number" && one >= 0 && one <= 1 ? one : null;
}

function usageOf(value: unknown): Reply["usage"] {
  if (!isFields(value)) return null;
  const [input, output] = [value["input_tokens"], value["output_tokens"] ?? 0];
  return isCount(input) && isCount(output) ? { input_tokens: input, output_tokens: output } : null;
}

/**
 * Whether the value is a count of tokens.
 *
 * @example
 * ```ts
 * import { isCount } from "gatehouse/gate/model/systemone.ts";
 *
 * if (!isCount(0) || isCount(-1) || isCount(1.5) || isCount("1")) throw new Error("told wrongly");
 * ```
 */
export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
