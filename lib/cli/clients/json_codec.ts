/** JSON, with or without comments: a member is put in or taken out, and no other byte is touched. */
import { isDeepStrictEqual } from "node:util";
import { oneLine } from "../../core/bounds.ts";
import { type Codec, odd, unreadable } from "./codec.ts";
import { edited } from "./edits.ts";
import { insertion, removal } from "./json_edits.ts";
import { type ObjectAt, objectAt, plainJson } from "./json_text.ts";
import { ENTRY } from "./mod.ts";

type Table = Record<string, unknown>;

/** A text that has been read. */
interface Read {
  readonly text: string;
  readonly plain: string;
  readonly commas: readonly number[];
  readonly value: Table;
  readonly root: ObjectAt;
  /** Null when the text has no table of servers. */
  readonly servers: { readonly value: Table; readonly at: ObjectAt } | null;
}

/**
 * The codec.
 *
 * @param path The keys that lead to the table of servers; one.
 * @param options `comments`: the client takes comments, and commas before a closing bracket.
 *
 * @example
 * ```ts
 * import { jsonCodec } from "gatehouse/cli/clients/json_codec.ts";
 *
 * const codec = jsonCodec(["servers"], { comments: false });
 * if (JSON.parse(codec.add("", { command: "x" })).servers.gatehouse.command !== "x") throw new Error("not there");
 * ```
 */
export function jsonCodec(
  path: readonly string[],
  { comments }: { readonly comments: boolean },
): Codec {
  const name = path.join(".");
  return {
    entryOf: (text) => isBlank(text) ? undefined : own(reading(text, { name, comments }).servers?.value),
    add: (text, entry) => {
      const mark = markOf(text);
      const read = reading(isBlank(text) ? "{}\n" : text, { name, comments });
      const { servers, root } = read;
      const member = servers === null
        ? { object: root, key: name, value: { [ENTRY]: entry } }
        : { object: servers.at, key: ENTRY, value: entry };
      const wanted = { ...read.value, [name]: { ...servers?.value, [ENTRY]: entry } };
      const changed = edited(read.text, insertion(read, member));
      return mark + proved(changed, wanted);
    },
    remove: (text) => {
      const read = reading(text, { name, comments });
      const { servers } = read;
      const index = servers?.at.members.findIndex(({ key }) => key === ENTRY) ?? -1;
      if (servers === null || index < 0) return text;
      const { [ENTRY]: _gone, ...rest } = servers.value;
      const changed = edited(read.text, removal(read, { object: servers.at, index }));
      return markOf(text) + proved(changed, { ...read.value, [name]: rest });
    },
  };
}

/** U+FEFF, with which some editors begin a file. */
function markOf(text: string): string {
  return text.startsWith("\ufeff") ? "\ufeff" : "";
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

function own(table: Table | undefined): unknown {
  return table !== undefined && Object.hasOwn(table, ENTRY) ? table[ENTRY] : undefined;
}

function reading(
  marked: string,
  { name, comments }: { readonly name: string; readonly comments: boolean },
): Read {
  const text = marked.slice(markOf(marked).length);
  const { text: plain, commas } = comments ? plainJson(text) : { text, commas: [] };
  const value = parsed(plain);
  const root = objectAt(plain, 0);
  if (root === null || !isTable(value)) throw unreadable("it does not hold an object");
  const [member, second] = root.members.filter(({ key }) => key === name);
  if (second !== undefined) throw odd(`${name} stands there twice`);
  if (member === undefined) return { text, plain, commas, value, root, servers: null };
  const at = objectAt(plain, member.valueStart);
  const servers = value[name];
  if (at === null || !isTable(servers)) throw odd(`${name} is no object`);
  if (at.members.filter(({ key }) => key === ENTRY).length > 1) throw odd(`${ENTRY} stands there twice`);
  return { text, plain, commas, value, root, servers: { value: servers, at } };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    const why = error instanceof Error ? oneLine(error.message, 120) : "unknown";
    throw unreadable(`it is no JSON that this client takes: ${why}`);
  }
}

/** What is not proved to be the change that was meant is not made. */
function proved(text: string, wanted: unknown): string {
  const value = parsed(plainJson(text).text);
  if (!isSame(value, wanted)) throw odd("no small change to it is certain");
  return text;
}

/** JSON may be nested deeper than a comparison can follow. */
function isSame(value: unknown, wanted: unknown): boolean {
  try {
    return isDeepStrictEqual(value, wanted);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
