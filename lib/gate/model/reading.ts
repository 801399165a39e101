/** Reads what a model answered to a question. Nothing is converted: what is not of the right type is no answer. */
import type { Answered, Question } from "./question.ts";
import { type Fields, isFields } from "./strict_json.ts";

/** Levels that an answer may be wrapped in. */
const MAX_LEVELS = 4;

/** The names under which a wrapped answer stands. */
const NAMES = {
  noul: ["noul", "answer", "value"],
  choice: ["choice", "index", "answer", "value"],
  score: ["score", "answer", "value"],
} as const;

/** How far a rounded probability may be from the one that a service compared with its threshold. */
const ROUNDING = 0.001;

/**
 * The number that an answer stands for, or a text that says what is wrong with it.
 *
 * @param question What was asked.
 * @param answer As the service gave it; some wrap it in objects.
 *
 * @example
 * ```ts
 * import { valueOf } from "gatehouse/gate/model/reading.ts";
 *
 * const score = { kind: "score", id: "s", text: "How dangerous?", min: 0, max: 10 } as const;
 * if (valueOf(score, 7) !== 7 || valueOf(score, { type: "score", score: 7 }) !== 7) throw new Error("not read");
 * for (const wrong of [true, "7", 1e308, -1, [7], null]) {
 *   if (typeof valueOf(score, wrong) === "number") throw new Error(String(wrong));
 * }
 * ```
 */
export function valueOf(question: Question, answer: unknown): number | string {
  const { kind } = question;
  const plain = unwrapped(answer, kind);
  if (kind === "noul" && typeof plain === "boolean") return plain ? 1 : 0;
  if (typeof plain !== "number" || !Number.isFinite(plain)) return `its ${kind} is no number`;
  if (kind === "choice") {
    if (!Number.isInteger(plain)) return "its choice is no whole number";
    return plain >= 0 && plain < question.options.length ? plain : "its choice is not among the options";
  }
  const [min, max] = kind === "noul" ? [0, 1] : [question.min, question.max];
  return plain >= min && plain <= max ? plain : `its ${kind} is not between ${min} and ${max}`;
}

/**
 * An answer together with the scores that a service may send beside it.
 *
 * @param scores The service's list for this question; undefined when it sent none.
 *
 * @example
 * ```ts
 * import { readAnswer } from "gatehouse/gate/model/reading.ts";
 *
 * const safe = { kind: "noul", id: "n", text: "Is it safe?", threshold: 0.65 } as const;
 * const read = readAnswer(safe, { answer: false, scores: [0.5, 0.5], confidence: null });
 * if (typeof read === "string" || read.value !== 0.5) throw new Error("the probability was not taken");
 * ```
 */
export function readAnswer(
  question: Question,
  { answer, scores, confidence }: {
    readonly answer: unknown;
    readonly scores: unknown;
    readonly confidence: number | null;
  },
): Answered | string {
  const value = valueOf(question, answer);
  if (typeof value === "string") return value;
  if (question.kind === "score" || scores === undefined || scores === null) {
    return { value, scores: null, confidence };
  }
  const isNoul = question.kind === "noul";
  const list = scoreList(
    scores,
    isNoul ? { count: 2, max: 1 } : { count: question.options.length, max: 1e6 },
  );
  if (list === null) return "its option scores do not fit the question";
  if (question.kind === "choice") return { value, scores: list, confidence };
  const probability = list[1] ?? 0;
  // A service that answers false has thrown away how sure it is. Else the lower of two numbers is the safe one.
  const isFalse = unwrapped(answer, "noul") === false;
  if (!isFalse) return { value: Math.min(value, probability), scores: null, confidence };
  if (probability > question.threshold + ROUNDING) return "its answer contradicts its own probability";
  // False means below the threshold, also where the probability was rounded up to it.
  const below = Math.max(0, question.threshold - ROUNDING);
  return { value: probability < question.threshold ? probability : below, scores: null, confidence };
}

/** What is in the wrapping; undefined where it says two things, or names another kind of answer. */
function unwrapped(answer: unknown, kind: Question["kind"]): unknown {
  let inner = answer;
  for (let level = 0; level < MAX_LEVELS && isFields(inner); level++) {
    const outer: Fields = inner;
    if (Object.hasOwn(outer, "type") && outer["type"] !== kind) return undefined;
    const [first, ...others] = NAMES[kind].filter((name) => Object.hasOwn(outer, name));
    if (first === undefined || others.some((name) => outer[name] !== outer[first])) return undefined;
    inner = outer[first];
  }
  return inner;
}

/** Probabilities lie from 0 to 1; what a service calls the scores of options may be any ordinary numbers. */
function scoreList(value: unknown, { count, max }: { count: number; max: number }): readonly number[] | null {
  if (!Array.isArray(value) || value.length !== count) return null;
  const min = max === 1 ? 0 : -max;
  return value.every((one) => typeof one === "number" && one >= min && one <= max) ? value : null;
}
