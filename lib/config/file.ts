/** The layer of `gatehouse.toml`: read only from where the operator keeps it, never from where a command happens to run. */
import { readConfig } from "./read.ts";
import { configError, type RawLayer, shown } from "./source.ts";

/**
 * Reads the layer.
 *
 * @param path Absolute path.
 * @param options `required`: a missing file is an error; else it is an empty layer.
 * @throws ToolError `CONFIG_INVALID` when the file cannot be read, is not safe to trust, or is no TOML.
 *
 * @example
 * ```ts
 * import { fileLayer } from "gatehouse/config/file.ts";
 *
 * if (await fileLayer("/nowhere/gatehouse.toml", { required: false }) !== null) throw new Error("read from nothing");
 * ```
 */
export async function fileLayer(
  path: string,
  { required }: { required: boolean },
): Promise<RawLayer | null> {
  const text = await readConfig(path);
  if (text === null) {
    if (!required) return null;
    throw configError(
      `Could not read ${shown(path)}: there is no such file`,
      "Check the path after --config",
    );
  }
  const { parse, TomlError } = await import("smol-toml");
  try {
    return { tree: parse(text), origin: (key) => `${path}${lineOf(text, { key, parse })}` };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const problem = error.message.split("\n")[0]?.replace(/^Invalid TOML document: /, "") ?? "no TOML";
    throw configError(`Could not read ${shown(path)}:${error.line}: ${shown(problem)}`, "Mend that line");
  }
}

/**
 * `:<line>` of the statement that gives the key, found by parsing ever longer beginnings of the file: the parser keeps
 * no positions, and a search for text would be fooled by strings, quoted keys and inline tables.
 */
function lineOf(
  text: string,
  { key, parse }: { key: string; parse: (text: string) => Record<string, unknown> },
): string {
  const lines = text.split("\n");
  let lastWhole = 0;
  for (let count = 1; count <= lines.length; count++) {
    try {
      if (has(parse(lines.slice(0, count).join("\n")), key.split("."))) {
        return `:${firstText(lines, lastWhole)}`;
      }
      lastWhole = count;
    } catch {
      // The beginning ends inside a statement.
    }
  }
  return "";
}

function has(node: unknown, path: readonly string[]): boolean {
  const [head, ...rest] = path;
  if (head === undefined) return true;
  if (typeof node !== "object" || node === null || !Object.hasOwn(node, head)) return false;
  return has((node as Record<string, unknown>)[head], rest);
}

/** The 1-based number of the first line from `from` on that is no blank or comment. */
function firstText(lines: readonly string[], from: number): number {
  const offset = lines.slice(from).findIndex((line) => !/^\s*(?:#.*)?$/.test(line));
  return from + Math.max(0, offset) + 1;
}
