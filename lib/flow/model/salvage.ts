/**
 * Tool calls that a model wrote as text. Models whose template asks for marks that they do not write, such as
 * qwen2.5-coder, answer with the call's JSON as their content, and the service takes it for an answer.
 */
import { isRecord } from "../../core/record.ts";
import type { ModelCall } from "../types.ts";

const OPENS = "<tool_call>";
const CLOSES = "</tool_call>";

/**
 * The calls that a text consists of: JSON objects with a name and arguments, bare, in one fence, or each between
 * `<tool_call>` tags. Null when there is anything else in it, or a name that was not offered: then it is a text.
 *
 * @param offered The names of the offered tools.
 *
 * @example
 * ```ts
 * import { callsInText } from "gatehouse/flow/model/salvage.ts";
 *
 * const text = '<tool_call>{"name": "file_list", "arguments": {}}</tool_call>';
 * if (callsInText(text, ["file_list"])?.[0]?.name !== "file_list") throw new Error("not found");
 * if (callsInText(text, ["file_read"]) !== null) throw new Error("it was not offered");
 * if (callsInText(`I would call ${text}`, ["file_list"]) !== null) throw new Error("a text that speaks of a call");
 * ```
 */
export function callsInText(text: string, offered: readonly string[]): readonly ModelCall[] | null {
  const trimmed = text.trim();
  const values = trimmed.startsWith(OPENS) ? taggedValues(trimmed) : plainValues(unfenced(trimmed));
  if (values === null || values.length === 0) return null;
  const calls = values.map((value) => callOf(value, offered));
  return calls.every((call) => call !== null) ? calls : null;
}

function callOf(value: unknown, offered: readonly string[]): ModelCall | null {
  if (!isRecord(value)) return null;
  const { type = "function", id: _id, ...rest } = value;
  if (type !== "function") return null;
  const call = Object.keys(rest).length === 1 && isRecord(rest["function"]) ? rest["function"] : rest;
  const { name, arguments: args, parameters, ...more } = call;
  if (typeof name !== "string" || !offered.includes(name) || Object.keys(more).length > 0) return null;
  if ((args === undefined) === (parameters === undefined)) return null;
  const given = argumentsOf(args ?? parameters);
  // The id is the model's invention here: the service that would have given one did not see a call.
  return isRecord(given) ? { id: null, name, args: given } : null;
}

/**
 * A call's arguments: the object that a text of JSON holds, and everything else as it is.
 *
 * @example
 * ```ts
 * import { argumentsOf } from "gatehouse/flow/model/salvage.ts";
 *
 * if (JSON.stringify(argumentsOf('{"a":1}')) !== '{"a":1}') throw new Error("not parsed");
 * if (argumentsOf("{bad") !== "{bad" || argumentsOf("") !== "") throw new Error("not left as it is");
 * ```
 */
export function argumentsOf(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const parsed = parsedOf(value);
  return isRecord(parsed) ? parsed : value;
}

function unfenced(text: string): string {
  return /^```(?:json|tool_call)?[ \t]*\r?\n([^]*?)\n?```$/i.exec(text)?.[1] ?? text;
}

/** Values one after the other; lists are opened. */
function plainValues(text: string): readonly unknown[] | null {
  const values: unknown[][] = [];
  for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, at)) {
    const end = endOfValue(text, at);
    const value = end === null ? undefined : parsedOf(text.slice(at, end));
    if (end === null || value === undefined) return null;
    values.push(Array.isArray(value) ? value : [value]);
    at = end;
  }
  return values.flat();
}

/** The value in each pair of tags. The last closing one may be missing: for some models it is the word to stop at. */
function taggedValues(text: string): readonly unknown[] | null {
  const values: unknown[] = [];
  for (let at = 0; at < text.length; at = skipBlanks(text, at)) {
    if (!text.startsWith(OPENS, at)) return null;
    const start = skipBlanks(text, at + OPENS.length);
    const end = endOfValue(text, start);
    const value = end === null ? undefined : parsedOf(text.slice(start, end));
    if (end === null || value === undefined) return null;
    values.push(value);
    at = skipBlanks(text, end);
    if (text.startsWith(CLOSES, at)) at += CLOSES.length;
    else if (at < text.length) return null;
  }
  return values;
}

/** Where the object or list that starts here ends; what stands in strings does not count. */
function endOfValue(text: string, at: number): number | null {
  let depth = 0;
  let isString = false;
  for (let end = at; end < text.length; end++) {
    const char = text.charAt(end);
    if (isString) {
      if (char === "\\") end++;
      else if (char === '"') isString = false;
      continue;
    }
    if (char === '"') isString = true;
    else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") depth--;
    if (depth === 0) return isString || end === at ? null : end + 1;
  }
  return null;
}

function skipBlanks(text: string, at: number): number {
  while (at < text.length && " \t\r\n".includes(text.charAt(at))) at++;
  return at;
}

/** Undefined when it is no JSON. */
function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
