/** Finds lines in the files of a workspace. */
import { oneLine } from "../../core/bounds.ts";
import type { ToolResult } from "../types.ts";
import { Breath } from "./breath.ts";
import { Pattern } from "./pattern.ts";
import type { Place } from "./place.ts";
import { placeToLook, Walk } from "./walk.ts";

/** What is looked for, and where. */
export interface SearchOptions {
  /** One line's text, 1–500 characters. */
  readonly query: string;
  /** The query is a regular expression. */
  readonly regex?: boolean;
  /** A directory or file, relative to the root; empty for the root. */
  readonly path?: string;
  /** Lines that are answered, 1–500; default 100. */
  readonly limit?: number;
  /** Ends the work where it is. */
  readonly signal?: AbortSignal;
}

const MAX_QUERY = 500;
const MAX_LIMIT = 500;
const DEFAULT_LIMIT = 100;
/** Of one file, so that the others have their share. */
const MAX_LINES_OF_FILE = 50;
/** Characters of a line in which is searched, and that are shown. */
const MAX_LINE = 4_000;
const MAX_SHOWN = 300;
/** Bytes that are read in all. */
const MAX_BYTES = 67_108_864;
const BUDGET = { directories: 2_000, names: 100_000, files: 20_000, levels: 32, milliseconds: 2_000 };
/** A byte that no text has is looked for up to here, as git does it. */
const BINARY_BYTES = 8_000;

type Matches = (text: string) => boolean;

/**
 * The lines that hold the query, sorted by path and number (from 1). Binary files and those that are too large to be
 * read count as not searched; `skipped` and `ignored` are as in a list. `truncated` says that not everything was searched
 * or shown.
 *
 * @param place The workspace.
 * @param options The query; a regular expression is one of those of `Pattern`, which cannot take long.
 *
 * @example
 * ```ts
 * import { searchFiles } from "gatehouse/flow/look/search.ts";
 *
 * const root = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.writeTextFile(`${root}/a.ts`, "one\ntwo\n");
 * const place = { root, stale: () => null, bytes: (path: string) => Deno.readFileSync(`${root}/${path}`) };
 * const { matches } = await searchFiles(place, { query: "two" });
 * if (JSON.stringify(matches) !== '[{"path":"a.ts","line":2,"text":"two"}]') throw new Error("not found");
 * ```
 */
export async function searchFiles(place: Place, options: SearchOptions): Promise<ToolResult> {
  const limit = Math.max(1, Math.min(options.limit ?? DEFAULT_LIMIT, MAX_LIMIT));
  const matches = matcherOf(options);
  if (typeof matches === "string") return { status: "error", error: matches };
  const start = placeToLook(place, options.path ?? "");
  if ("error" in start) return start;

  const walk = new Walk(place, BUDGET);
  const breath = new Breath(options.signal);
  const files = start.isFile ? [start.components.join("/")] : walk.files(start.components);
  const found: { readonly path: string; readonly line: number; readonly text: string }[] = [];
  let searched = 0;
  let unsearched = 0;
  let bytesLeft = MAX_BYTES;
  for (const path of files) {
    if (breath.isDue) await breath.draw();
    if (found.length >= limit || bytesLeft <= 0 || breath.isCancelled) {
      walk.truncated = true;
      break;
    }
    const text = textOf(place, path);
    if (text === null) {
      unsearched++;
      continue;
    }
    bytesLeft -= text.length;
    searched++;
    for (const { line, shown } of linesOf(text, matches, { walk, query: options })) {
      if (found.length === limit) {
        walk.truncated = true;
        break;
      }
      found.push({ path, line, text: shown });
    }
  }
  const stale = place.stale();
  if (stale !== null) return { status: "stale", error: stale };
  found.sort((a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line);
  const { truncated, skipped, ignored } = walk;
  return {
    status: "ok",
    matches: found,
    files_searched: searched,
    files_not_searched: unsearched,
    truncated,
    skipped,
    ignored,
  };
}

/** The test of a text, or why there is none. */
function matcherOf({ query, regex = false }: SearchOptions): Matches | string {
  if (query === "") return "The query is empty";
  if (query.length > MAX_QUERY) return `The query has more than ${MAX_QUERY} characters`;
  if (!regex) {
    return /[\r\n]/.test(query) ? "The query has more than one line" : (text) => text.includes(query);
  }
  try {
    const pattern = new Pattern(query);
    return (text) => pattern.isIn(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return oneLine(error.message, 300);
  }
}

function textOf(place: Place, path: string): string | null {
  const bytes = place.bytes(path);
  if (bytes === null || bytes.subarray(0, BINARY_BYTES).includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function* linesOf(
  text: string,
  matches: Matches,
  { walk, query }: { readonly walk: Walk; readonly query: SearchOptions },
): Generator<{ readonly line: number; readonly shown: string }> {
  // Most files hold nothing of what is looked for: that is settled without taking them apart.
  if (query.regex !== true && !matches(text)) return;
  let given = 0;
  let number = 0;
  for (const whole of text.split("\n")) {
    number++;
    if (walk.isLate) {
      walk.truncated = true;
      return;
    }
    const line = whole.replace(/\r$/, "");
    const searched = query.regex === true ? line.slice(0, MAX_LINE) : line;
    if (searched.length < line.length) walk.truncated = true;
    if (!matches(searched)) continue;
    if (given++ === MAX_LINES_OF_FILE) {
      walk.truncated = true;
      return;
    }
    yield { line: number, shown: shownPart(line, query) };
  }
}

/** The line, or of a long one the part around what was found. */
function shownPart(line: string, { query, regex = false }: SearchOptions): string {
  if (line.length <= MAX_SHOWN) return line;
  const from = regex ? 0 : Math.max(0, line.indexOf(query) - MAX_SHOWN / 3);
  const part = line.slice(from, from + MAX_SHOWN).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");
  return `${from > 0 ? "…" : ""}${part}${from + MAX_SHOWN < line.length ? "…" : ""}`;
}
