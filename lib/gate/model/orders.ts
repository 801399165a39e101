/**
 * A choice asked for in several orders of its options, since a small model favours places: as given, reversed, and two
 * shuffles that are the same for every call with as many options.
 */
import { serviceOf } from "../service.ts";
import { type AskContext, askOne, type OneAnswer } from "./ask_one.ts";
import { unavailable } from "./failure.ts";
import type { Question } from "./question.ts";

/** A choice, and who made it. */
export interface Choice extends Pick<OneAnswer, "model" | "usage" | "server" | "confidence"> {
  /** 0-based index among the options as they were given. */
  readonly choice: number;
  /** For each option as it was given; null when one order was asked and the service gave none. */
  readonly scores: readonly number[] | null;
}

/**
 * Asks, and averages.
 *
 * The average is over the services' option scores; where one order came without, each order counts as one vote for what
 * it chose. The confidence of an average is the averaged score of what it chose, where that is
 * a probability. The time is that of one consultation.
 *
 * @param question A choice without its kind.
 * @param context The call's.
 * @param options `state`: what about; `server`: the call's own wish; `orders`: 1–4.
 * @throws ToolError as `askOne` does: an order without an answer is no answer.
 *
 * @example
 * ```ts
 * import { chooseInOrders } from "gatehouse/gate/model/orders.ts";
 * import { RuleBook } from "gatehouse/gate/rulebook.ts";
 * import { GateService } from "gatehouse/gate/service.ts";
 * import { gateSettings } from "gatehouse/gate/settings.ts";
 *
 * // Always takes what stands first: asked both ways round, it has no preference, and the given order decides.
 * const first = { value: 0, scores: null, confidence: null };
 * const service = new GateService(gateSettings.parse({}), {
 *   call: () => Promise.resolve({ model: "m", usage: null, answers: { c: first } }),
 * }, await RuleBook.open(null));
 * const context = { service, signal: new AbortController().signal };
 * const question = { id: "c", text: "Which?", options: ["a", "b"] };
 * const { choice, scores } = await chooseInOrders(question, context, { state: "x", orders: 2 });
 * if (choice !== 0 || scores?.join() !== "0.5,0.5") throw new Error("not averaged");
 * ```
 */
export async function chooseInOrders(
  question: Omit<Question & { readonly kind: "choice" }, "kind">,
  context: AskContext,
  { state, server, orders }: {
    readonly state: string;
    readonly server?: string | undefined;
    readonly orders: number;
  },
): Promise<Choice> {
  const { options } = question;
  const until = performance.now() + serviceOf(context).settings.timeoutMs;
  const answers: OneAnswer[] = [];
  const permutations = permutationsOf(options.length).slice(0, orders);
  for (const permutation of permutations) {
    const timeoutMs = Math.ceil(until - performance.now());
    if (timeoutMs <= 0) {
      throw unavailable("the time was over before the last order", answers[0]?.server ?? "");
    }
    const permuted = permutation.map((index) => options[index] ?? "");
    // One after the other: a small service answers one at a time, and the time is bounded as a whole.
    answers.push(
      await askOne({ kind: "choice", ...question, options: permuted }, context, { state, server, timeoutMs }),
    );
  }
  const [first] = answers;
  if (first === undefined) throw new RangeError(`Not a number of orders: ${orders}`);
  const { model, server: asked, confidence } = first;
  if (answers.length === 1) {
    return {
      choice: first.value,
      scores: first.scores,
      confidence,
      model,
      usage: first.usage,
      server: asked,
    };
  }
  const scores = averaged(answers, permutations);
  const best = scores.indexOf(Math.max(...scores));
  return {
    choice: best,
    scores,
    confidence: scores[best] ?? null,
    model,
    usage: total(answers),
    server: asked,
  };
}

function averaged(answers: readonly OneAnswer[], permutations: readonly (readonly number[])[]): number[] {
  const isScored = answers.every(({ scores }) => scores !== null);
  const sums = (permutations[0] ?? []).map(() => 0);
  answers.forEach(({ scores, value }, order) =>
    permutations[order]?.forEach((option, place) => {
      const own = isScored ? scores?.[place] ?? 0 : place === value ? 1 : 0;
      sums[option] = (sums[option] ?? 0) + own / answers.length;
    })
  );
  return sums;
}

function total(answers: readonly OneAnswer[]): OneAnswer["usage"] {
  return answers.reduce<OneAnswer["usage"]>(
    (sum, { usage }) =>
      sum === null || usage === null ? null : {
        input_tokens: sum.input_tokens + usage.input_tokens,
        output_tokens: sum.output_tokens + usage.output_tokens,
      },
    { input_tokens: 0, output_tokens: 0 },
  );
}

function permutationsOf(count: number): readonly (readonly number[])[] {
  const given = Array.from({ length: count }, (_, index) => index);
  return [given, given.toReversed(), shuffled(given, 1), shuffled(given, 2)];
}

/** Fisher and Yates, driven by a small generator (mulberry32), so that the same call asks the same again. */
function shuffled(list: readonly number[], seed: number): readonly number[] {
  const result = [...list];
  let state = seed;
  for (let last = result.length - 1; last > 0; last--) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const at = ((mixed ^ (mixed >>> 14)) >>> 0) % (last + 1);
    [result[last], result[at]] = [result[at] ?? 0, result[last] ?? 0];
  }
  return result;
}
