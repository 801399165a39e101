/** TOML: a table is put at the end, or taken out where it stands; no other line is touched. */
import { isDeepStrictEqual } from "node:util";
import { parse, TomlError } from "smol-toml";
import { oneLine } from "../../core/bounds.ts";
import { type Codec, odd, unreadable } from "./codec.ts";
import { lineEnd } from "./edits.ts";
import { ENTRY } from "./mod.ts";

type Table = Record<string, unknown>;

/** The first line of a table or of a list's item. */
const HEADER = /^[ \t]*\[/;

/** A line that belongs to nobody, or to what comes after it. */
const IDLE = /^\s*(?:#.*)?\s*$/;

/**
 * The codec.
 *
 * @param path The keys that lead to the table of servers; one.
 *
 * @example
 * ```ts
 * import { tomlCodec } from "gatehouse/cli/clients/toml_codec.ts";
 *
 * const codec = tomlCodec(["mcp_servers"]);
 * const text = codec.add('model = "o" # mine\n', { command: "x" });
 * if (!text.endsWith('\n\n[mcp_servers.gatehouse]\ncommand = "x"\n')) throw new Error(text);
 * if (codec.remove(text) !== 'model = "o" # mine\n') throw new Error("other text");
 * ```
 */
export function tomlCodec(path: readonly string[]): Codec {
  const name = path.join(".");
  return {
    entryOf: (text) => plain(entryIn(parsed(text), name)),
    add: (text, entry) => {
      const end = lineEnd(text);
      const rows = Object.entries(entry).map(([key, value]) => `${key} = ${valueText(value)}`);
      const block = [`[${name}.${ENTRY}]`, ...rows].map((row) => row + end).join("");
      const before = /[^\n]$/.test(text) ? end : "";
      const blank = text === "" ? "" : end;
      const wanted = withEntry(parsed(text), { name, entry });
      return proved(text + before + blank + block, wanted);
    },
    remove: (text) => {
      const wanted = withoutEntry(parsed(text), name);
      return proved(withoutBlocks(text, name), wanted, { emptyTable: name });
    },
  };
}

function entryIn(tree: Table, name: string): unknown {
  const servers = tree[name];
  if (servers === undefined) return undefined;
  if (!isTable(servers)) throw odd(`${name} is no table`);
  return Object.hasOwn(servers, ENTRY) ? servers[ENTRY] : undefined;
}

function withEntry(tree: Table, { name, entry }: { name: string; entry: unknown }): Table {
  const servers = tree[name];
  return { ...tree, [name]: { ...(isTable(servers) ? servers : {}), [ENTRY]: entry } };
}

function withoutEntry(tree: Table, name: string): Table {
  const servers = tree[name];
  if (!isTable(servers)) return tree;
  const { [ENTRY]: _gone, ...rest } = servers;
  return { ...tree, [name]: rest };
}

/** Texts and lists of texts: JSON's escapes are TOML's (TOML 1.0, basic strings), but for DEL, which JSON leaves bare. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
}

function withoutBlocks(text: string, name: string): string {
  const lines = text.split(/(?<=\n)/);
  const kept: string[] = [];
  for (let at = 0; at < lines.length;) {
    if (!isOurs(lines[at] ?? "", name) || !beginsTable(lines, at)) {
      kept.push(lines[at] ?? "");
      at++;
      continue;
    }
    let end = at + 1;
    while (end < lines.length && !beginsTable(lines, end)) end++;
    // What stands before the next table is about that table, or about nothing of ours.
    while (end > at + 1 && IDLE.test(lines[end - 1] ?? "")) end--;
    // The blank line that `add` puts before its table goes with it.
    if ((kept.at(-1) ?? "").trim() === "" && kept.length > 0) kept.pop();
    at = end;
  }
  return kept.join("");
}

/** Within a list or a text of several lines, what stands before the line is no whole document. */
function beginsTable(lines: readonly string[], at: number): boolean {
  if (!HEADER.test(lines[at] ?? "")) return false;
  try {
    parsed(lines.slice(0, at).join(""));
    return true;
  } catch {
    return false;
  }
}

/** Is it the header of our table, or of one inside it? */
function isOurs(line: string, name: string): boolean {
  if (!HEADER.test(line)) return false;
  try {
    return entryIn(parse(line), name) !== undefined;
  } catch {
    // The line stands inside a list or a text of several lines.
    return false;
  }
}

function parsed(marked: string): Table {
  try {
    return parse(marked.replace(/^\ufeff/, ""), { integersAsBigInt: true });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw unreadable(
      `it is no TOML: line ${error.line}, ${oneLine(error.message.split("\n")[0] ?? "", 120)}`,
    );
  }
}

function proved(text: string, wanted: Table, { emptyTable }: { emptyTable?: string } = {}): string {
  let value: Table;
  try {
    value = parsed(text);
  } catch {
    throw odd("no small change to it is certain");
  }
  // A table of servers that only our own table had called into being goes with it.
  if (emptyTable !== undefined && !Object.hasOwn(value, emptyTable)) value[emptyTable] = {};
  if (!isDeepStrictEqual(plain(value), plain(wanted))) throw odd("no small change to it is certain");
  return text;
}

/** The parser's tables have no prototype in some versions, which the comparison would see. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isTable(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
