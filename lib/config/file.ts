/** The layer of `gatehouse.toml`: read only from where the operator keeps it, never from where a command happens to run. */
import { isTable } from "./leaf.ts";
import { resolve } from "./place.ts";
import { readConfig } from "./read.ts";
import { KEYS } from "./schema.ts";
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
    const origin = (name: string) => `${path}${lineOf(text, { name, parse })}`;
    const values = flattened(parse(text), origin);
    const workspace = values.get("workspace_dir");
    if (isRelative(workspace)) values.set("workspace_dir", resolve(folderOf(path), workspace));
    return { values, origin };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const problem = error.message.split("\n")[0]?.replace(/^Invalid TOML document: /, "") ?? "no TOML";
    throw configError(`Could not read ${shown(path)}:${error.line}: ${shown(problem)}`, "Mend that line");
  }
}

/** Values by dotted name: a table that the schema knows is opened, anything else stands for itself. */
function flattened(
  tree: Readonly<Record<string, unknown>>,
  origin: (name: string) => string,
): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [name, value] of Object.entries(tree)) {
    if (!KEYS.some((key) => key.startsWith(`${name}.`))) values.set(name, value);
    else if (!isTable(value)) {
      throw configError(`Could not use ${name} ${shown(value)} from ${shown(origin(name))}`, "Give a table");
    } else for (const [leaf, inner] of Object.entries(value)) values.set(`${name}.${leaf}`, inner);
  }
  return values;
}

/** A relative workspace stands beside the file; one below the home directory is found later. */
function isRelative(workspace: unknown): workspace is string {
  return typeof workspace === "string" && workspace !== "" && !/^~(?:\/|$)/.test(workspace);
}

function folderOf(path: string): string {
  return path.replace(/[\\/][^\\/]*$/, "") || "/";
}

/** Beginnings of a file that are parsed to find one line; past them the line is not told. */
const MAX_PARSES = 256;

/** A line that gives no key. */
const IDLE = /^\s*(?:#.*)?$/;

/**
 * `:<line>` of the statement that gives the key, found by parsing ever longer beginnings of the file: the parser keeps
 * no positions, and a search for text would be fooled by strings, quoted keys and inline tables.
 */
function lineOf(
  text: string,
  { name, parse }: { name: string; parse: (text: string) => Record<string, unknown> },
): string {
  const lines = text.split("\n");
  let lastWhole = 0;
  let parses = 0;
  for (let count = 1; count <= lines.length; count++) {
    if (IDLE.test(lines[count - 1] ?? "")) continue;
    if (++parses > MAX_PARSES) break;
    try {
      if (has(parse(lines.slice(0, count).join("\n")), name.split("."))) {
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
  return isTable(node) && Object.hasOwn(node, head) && has(node[head], rest);
}

/** The 1-based number of the first line from `from` on that is no blank or comment. */
function firstText(lines: readonly string[], from: number): number {
  const offset = lines.slice(from).findIndex((line) => !IDLE.test(line));
  return from + Math.max(0, offset) + 1;
}
