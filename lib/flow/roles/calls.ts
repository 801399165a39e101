/** The calls of one answer, fit to be kept in the history: each with an id and an object of arguments. */
import { oneLine } from "../../core/bounds.ts";
import { isRecord } from "../../core/record.ts";
import type { ModelCall } from "../types.ts";
import { tooDeep } from "./nesting.ts";

/** Characters of an id that a service may give. */
const MAX_ID = 200;
/** Characters of a tool's name in history and report; no tool has a longer one. */
const MAX_NAME = 128;

/** One call as it is kept. */
export interface KeptCall {
  readonly id: string;
  readonly name: string;
  /** Empty when what came was no object: a service that reads the history again would refuse all of it. */
  readonly args: Readonly<Record<string, unknown>>;
  /** What was wrong with the arguments' form, for the model; null when nothing. */
  readonly fault: string | null;
}

/**
 * The calls with an id each, unique among them: the service's own where it gave one, else one that begins with `stem`.
 *
 * @example
 * ```ts
 * import { keptCalls } from "gatehouse/flow/roles/calls.ts";
 *
 * const [call] = keptCalls([{ id: null, name: "file_read", args: "{bad" }], "coder-1-1");
 * if (call?.id !== "coder-1-1-0" || call.fault === null || Object.keys(call.args).length > 0) throw call;
 * ```
 */
export function keptCalls(calls: readonly ModelCall[], stem: string): readonly KeptCall[] {
  const used = new Set<string>();
  return calls.map((call, index) => {
    const id = freeId(call.id, { used, generated: `${stem}-${index}` });
    used.add(id);
    const { args, fault } = readArguments(call.args);
    return { id, name: oneLine(call.name, MAX_NAME), args, fault };
  });
}

function freeId(
  given: unknown,
  known: { readonly used: ReadonlySet<string>; readonly generated: string },
): string {
  const usable = typeof given === "string" && given !== "" && given.length <= MAX_ID &&
    !known.used.has(given);
  if (usable) return given;
  let id = known.generated;
  while (known.used.has(id)) id += "x";
  return id;
}

function readArguments(args: unknown): { args: Readonly<Record<string, unknown>>; fault: string | null } {
  if (isRecord(args)) return shallow(args);
  if (typeof args === "string") {
    const parsed = parsedOrUndefined(args);
    if (isRecord(parsed)) return shallow(parsed);
    return { args: {}, fault: `The arguments are no JSON object: ${oneLine(args, 200) || "(nothing)"}` };
  }
  if (args === undefined || args === null) {
    return { args: {}, fault: "The arguments are missing: give a JSON object" };
  }
  return {
    args: {},
    fault: `The arguments are no JSON object but ${Array.isArray(args) ? "a list" : typeof args}`,
  };
}

function shallow(args: Readonly<Record<string, unknown>>): ReturnType<typeof readArguments> {
  return tooDeep(args) ? { args: {}, fault: "The arguments are nested too deep" } : { args, fault: null };
}

function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
