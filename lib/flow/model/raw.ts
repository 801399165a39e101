/** What a service said in one turn, before the text is looked into. */
import type { Answer, ModelCall } from "../types.ts";
import { isRecord } from "../../core/record.ts";
import { argumentsOf, callsInText } from "./salvage.ts";
import { withoutThinking } from "./thinking.ts";

/** A turn's answer as it came. */
export interface RawAnswer {
  readonly text: string;
  readonly calls: readonly ModelCall[];
  readonly cut: boolean;
  readonly promptTokens: number | null;
}

/**
 * The answer: without thinking, and with the calls that stand in its text when none came as calls. What was cut off is
 * never taken for a call.
 *
 * @param offered The names of the offered tools.
 *
 * @example
 * ```ts
 * import { answerOf } from "gatehouse/flow/model/raw.ts";
 *
 * const text = '<think>I list them</think>{"name": "file_list", "arguments": {"path": "src"}}';
 * const { calls, text: rest } = answerOf({ text, calls: [], cut: false, promptTokens: 9 }, ["file_list"]);
 * if (calls.length !== 1 || rest !== "") throw new Error("the call is not seen");
 * ```
 */
export function answerOf(raw: RawAnswer, offered: readonly string[]): Answer {
  const text = withoutThinking(raw.text);
  const { calls, cut, promptTokens } = raw;
  const found = cut || calls.length > 0 || offered.length === 0 ? null : callsInText(text, offered);
  return found === null ? { text, calls, cut, promptTokens } : { text: "", calls: found, cut, promptTokens };
}

/**
 * A call as a service sends it; null when it is none in form. What is wrong within it, a name or arguments that are
 * none, stays as it is: the model has to be told of it.
 *
 * @example
 * ```ts
 * import { callIn } from "gatehouse/flow/model/raw.ts";
 *
 * const call = callIn({ id: "1", function: { name: "file_list", arguments: '{"path":"."}' } });
 * if (JSON.stringify(call?.args) !== '{"path":"."}') throw new Error("not read");
 * if (callIn({ function: { name: "f" } })?.args !== null || callIn("f") !== null) throw new Error("taken for a call");
 * ```
 */
export function callIn(value: unknown): ModelCall | null {
  if (!isRecord(value) || !isRecord(value["function"])) return null;
  const { name, arguments: args } = value["function"];
  return {
    id: value["id"] ?? null,
    name: typeof name === "string" ? name : "",
    args: argumentsOf(args ?? null),
  };
}

/**
 * A count of tokens; null when it is none.
 *
 * @example
 * ```ts
 * import { countIn } from "gatehouse/flow/model/raw.ts";
 *
 * if (countIn(7) !== 7 || countIn("7") !== null || countIn(-1) !== null) throw new Error("counted wrongly");
 * ```
 */
export function countIn(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
