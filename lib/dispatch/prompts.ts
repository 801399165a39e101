/** Prompts: their texts, and the values that their arguments may have. */
import { oneLine } from "../core/bounds.ts";
import { ToolError } from "../core/errors.ts";
import type { House } from "../core/invoke.ts";
import type { PromptArgument, PromptEntry } from "../core/tool.ts";

/** The code of a request that names what is not there. */
export const INVALID_PARAMS = "INVALID_PARAMS";

/** Values of one answer (MCP, `CompleteResult`). */
const MAX_VALUES = 100;

/** What `completion/complete` is asked. */
export interface CompletionQuestion {
  readonly ref:
    | { readonly type: "ref/prompt"; readonly name: string }
    | { readonly type: "ref/resource"; readonly uri: string };
  /** `value`: what has been typed of it. */
  readonly argument: { readonly name: string; readonly value: string };
}

/** What it answers. */
export interface Completion {
  /** At most 100. */
  readonly values: string[];
  /** How many there are in all. */
  readonly total: number;
  readonly hasMore: boolean;
}

/**
 * The prompt as a person says it.
 *
 * @param options `args`: those that were given; an empty one counts as left out.
 * @throws ToolError `INVALID_PARAMS` for a prompt or argument that there is not, and for a value that the argument does not
 * take: whether it exists and the caller may not know, or does not exist, reads the same.
 *
 * @example
 * ```ts
 * import { promptText } from "gatehouse/dispatch/prompts.ts";
 * import { bareHouse } from "gatehouse/core/bare_house.ts";
 * import { openCatalogue } from "gatehouse/core/catalogue.ts";
 *
 * const house = bareHouse(openCatalogue({ families: [], tools: [], resources: [] }, {}));
 * const said = await promptText(house, { name: "none", args: {} }).then(() => "", (error) => error.code);
 * if (said !== "INVALID_PARAMS") throw new Error(said);
 * ```
 */
export async function promptText(
  house: House,
  { name, args }: { readonly name: string; readonly args: Readonly<Record<string, string>> },
): Promise<{ readonly description: string; readonly text: string }> {
  const { entry, service } = await prompt(house, name);
  const given: Record<string, string> = {};
  for (const [key, value] of Object.entries(args)) {
    const argument = argumentOf(entry, key);
    if (value === "") continue;
    if (!(await argument.values(service)).includes(value)) {
      throw invalid(`Unknown ${key}: ${oneLine(value, 128)}`);
    }
    given[key] = value;
  }
  const { description, text } = entry;
  return { description, text: typeof text === "string" ? text : text(given) };
}

/**
 * The values that begin with what has been typed, in the family's order. A resource has no arguments.
 *
 * @throws ToolError `INVALID_PARAMS` for a prompt, resource or argument that there is not.
 *
 * @example
 * ```ts
 * import { completionOf } from "gatehouse/dispatch/prompts.ts";
 * import { bareHouse } from "gatehouse/core/bare_house.ts";
 * import { openCatalogue } from "gatehouse/core/catalogue.ts";
 *
 * const house = bareHouse(openCatalogue({ families: [], tools: [], resources: [] }, {}));
 * const ref = { type: "ref/resource", uri: "a:b" } as const;
 * const asked = completionOf(house, { ref, argument: { name: "a", value: "" } });
 * if (await asked.then(() => "", (error) => error.code) !== "INVALID_PARAMS") throw new Error("answered");
 * ```
 */
export async function completionOf(
  house: House,
  { ref, argument: { name, value } }: CompletionQuestion,
): Promise<Completion> {
  if (ref.type === "ref/resource") {
    if (!house.catalogue.resources.some(({ uri }) => uri === ref.uri)) {
      throw invalid(`Unknown resource: ${oneLine(ref.uri, 256)}`);
    }
    return { values: [], total: 0, hasMore: false };
  }
  const { entry, service } = await prompt(house, ref.name);
  const all = await argumentOf(entry, name).values(service);
  const fitting = all.filter((one) => one.startsWith(value));
  return {
    values: fitting.slice(0, MAX_VALUES),
    total: fitting.length,
    hasMore: fitting.length > MAX_VALUES,
  };
}

async function prompt(
  { catalogue, serviceOf }: House,
  name: string,
): Promise<{ readonly entry: PromptEntry; readonly service: unknown }> {
  const known = catalogue.prompts.find((one) => one.name === name);
  if (known === undefined) throw invalid(`Unknown prompt: ${oneLine(name, 64)}`);
  const family = await catalogue.load(known.family);
  const entry = family.prompts?.find((one) => one.name === name);
  if (entry === undefined) throw new Error(`The family ${known.family} has lost its prompt ${name}`);
  // A text without arguments needs nothing to be opened.
  const service = entry.arguments === undefined ? undefined : await serviceOf(family);
  return { entry, service };
}

function argumentOf({ name, arguments: args = [] }: PromptEntry, wanted: string): PromptArgument {
  const found = args.find((one) => one.name === wanted);
  if (found !== undefined) return found;
  throw invalid(`The prompt ${name} has no argument ${oneLine(wanted, 64)}`);
}

function invalid(message: string): ToolError {
  return new ToolError(INVALID_PARAMS, message, { next: "See prompts/list" });
}
