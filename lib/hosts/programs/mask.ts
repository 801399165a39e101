/** What docker tells of an object, without the values of its environment. */
import { commandOf } from "../remote/redact_command.ts";

const MASK = "[redacted]";

/** Lists of `NAME=value`. */
const ENVIRONMENTS = new Set(["Env"]);

/** Argument vectors, which may name secrets. */
const VECTORS = new Set(["Cmd", "Args", "Entrypoint"]);

/**
 * The JSON with every environment's values masked, its names left. What is no whole JSON is withheld: where an environment
 * begins and ends in it cannot be told.
 *
 * @example
 * ```ts
 * import { maskInspected } from "gatehouse/hosts/programs/mask.ts";
 *
 * const { text, masked } = maskInspected('[{"Config":{"Env":["A=b","PATH=/bin"]}}]');
 * if (masked !== 2 || text.includes("/bin") || !text.includes("PATH=[redacted]")) throw new Error(text);
 * ```
 */
export function maskInspected(output: string): { readonly text: string; readonly masked: number } {
  const trimmed = output.trim();
  if (trimmed === "") return { text: output, masked: 0 };
  const count = { masked: 0 };
  try {
    return { text: `${JSON.stringify(masked(JSON.parse(trimmed), count), null, 4)}\n`, masked: count.masked };
  } catch {
    // Templates that show an environment, or a whole object, are refused before.
    const isTemplated = !/[[{]/.test(trimmed[0] ?? "") && !/"?Env"?\s*[:=]/.test(trimmed);
    return isTemplated
      ? { text: output, masked: 0 }
      : { text: "(withheld: it is no whole JSON)\n", masked: 1 };
  }
}

function masked(value: unknown, count: { masked: number }): unknown {
  if (Array.isArray(value)) return value.map((inner) => masked(inner, count));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (!isTexts(inner)) {
        return [key, ENVIRONMENTS.has(key) && inner !== null ? hidden(count) : masked(inner, count)];
      }
      if (ENVIRONMENTS.has(key)) return [key, inner.map((one) => nameOnly(one, count))];
      return [key, VECTORS.has(key) ? vector(inner, count) : inner];
    }),
  );
}

function hidden(count: { masked: number }): string {
  count.masked++;
  return MASK;
}

function nameOnly(variable: string, count: { masked: number }): string {
  const equals = variable.indexOf("=");
  return equals < 0 ? variable : `${variable.slice(0, equals)}=${hidden(count)}`;
}

/** Left as it is unless something in it names a secret. */
function vector(words: readonly string[], count: { masked: number }): readonly string[] {
  const shown = commandOf(words);
  if (!shown.includes(MASK)) return words;
  count.masked++;
  return [shown];
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
