/**
 * JSON without leeway (RFC 8259), for files that others wrote: no byte order mark, no repeated keys, no halves of
 * characters, no number that cannot be kept, bounded depth. What is refused is named with its line.
 */
import type { Issue } from "../types.ts";
import { JsonRefusal, type Position, readJson } from "./json_reader.ts";
import { lineAt, linesOf, readUtf8 } from "./utf8.ts";

/** Bytes that a document may have where its reader names no other limit: 1 MiB. */
const MAX_BYTES = 1_048_576;

/** A document that was read. */
export interface JsonDocument {
  readonly ok: true;
  readonly value: unknown;
  /** The line, from 1, on which the value at a JSON pointer (RFC 6901) begins; undefined when there is none. */
  readonly lineOf: (pointer: string) => number | undefined;
}

/** A document that was refused: TOO_LARGE, BOM, ENCODING, DUPLICATE_KEY, TOO_DEEP or JSON. */
export interface JsonRefused {
  readonly ok: false;
  readonly issue: Issue;
}

/** How a document is read. */
export interface JsonOptions {
  /** The name that the issue carries; relative, with `/`. */
  readonly file: string;
  /** Bytes of UTF-8. Default 1 MiB. */
  readonly maxBytes?: number;
}

/**
 * Reads one JSON document. Keys count as repeated when they are equal once compatibility forms, invisible characters
 * and case are folded away: a reader that folds them would otherwise see another document than one that does not.
 *
 * @example
 * ```ts
 * import { parseJson } from "gatehouse/skills/text/strict_json.ts";
 *
 * const read = parseJson('{\n  "A": 1,\n  "a": 2\n}', { file: "phases.json" });
 * if (read.ok || read.issue.code !== "DUPLICATE_KEY" || read.issue.line !== 3) throw new Error("not refused");
 * ```
 */
export function parseJson(source: Uint8Array | string, options: JsonOptions): JsonDocument | JsonRefused {
  const decoded = readUtf8(source, { file: options.file, maxBytes: options.maxBytes ?? MAX_BYTES });
  if (!decoded.ok) return decoded;
  const { text } = decoded;
  try {
    const value = readJson(text);
    let known: { readonly root: Position; readonly line: (offset: number) => number } | undefined;
    return {
      ok: true,
      value,
      lineOf: (pointer) => {
        known ??= { root: positionsOf(text), line: linesOf(text) };
        const found = at(known.root, pointer);
        return found === undefined ? undefined : known.line(found.offset);
      },
    };
  } catch (error) {
    if (!(error instanceof JsonRefusal)) throw error;
    const { code, message, mend } = error;
    return {
      ok: false,
      issue: { code, message, file: options.file, line: lineAt(text, error.offset), mend },
    };
  }
}

/** Where every value begins, found by a second reading that most documents never need. */
function positionsOf(text: string): Position {
  const root: Position = { offset: 0, inner: new Map() };
  readJson(text, root);
  return root;
}

function at(root: Position, pointer: string): Position | undefined {
  let position: Position | undefined = root;
  for (const step of pointer.split("/").slice(1)) {
    position = position?.inner.get(step.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return position;
}
