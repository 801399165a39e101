/** The smallest changes that put a member into an object, or take it out, in the style of what stands around it. */
import { blanksBefore, type Edit, lineEnd } from "./edits.ts";
import type { ObjectAt } from "./json_text.ts";

/** A text, and where it has commas before closing brackets. */
interface Text {
  readonly text: string;
  /** Of the same length, with blanks for comments. */
  readonly plain: string;
  readonly commas: readonly number[];
  readonly root: ObjectAt;
}

/** Indentation where the text shows none. */
const TWO_BLANKS = "  ";

/**
 * Puts a member behind the others.
 *
 * @example
 * ```ts
 * import { edited } from "gatehouse/cli/clients/edits.ts";
 * import { insertion } from "gatehouse/cli/clients/json_edits.ts";
 * import { objectAt } from "gatehouse/cli/clients/json_text.ts";
 *
 * const text = '{\n\t"a": 1 // one\n}';
 * const root = objectAt('{\n\t"a": 1       \n}', 0);
 * if (root === null) throw new Error("no object");
 * const edits = insertion({ text, plain: text, commas: [], root }, { object: root, key: "b", value: 2 });
 * if (edited(text, edits) !== '{\n\t"a": 1, // one\n\t"b": 2\n}') throw new Error("other text");
 * ```
 */
export function insertion(
  { text, commas, root }: Text,
  { object, key, value }: { readonly object: ObjectAt; readonly key: string; readonly value: unknown },
): Edit[] {
  const end = lineEnd(text);
  const unit = unitOf(text, root);
  const lines = (indent: string) =>
    `${JSON.stringify(key)}: ${JSON.stringify(value, null, unit).replaceAll("\n", end + indent)}`;
  const compact = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
  const last = object.members.at(-1);
  if (last === undefined) {
    const base = object === root ? "" : blanksOfLine(text, object.open);
    const indent = base + unit;
    const inside = text.slice(object.open + 1, object.close);
    if (inside.includes("\n")) {
      return [put(behindComment(text, object.open + 1), end + indent + lines(indent))];
    }
    const from = object.open + 1 + inside.trimEnd().length;
    // In a text of one line, a line of its own would look as if it belonged elsewhere.
    const onOneLine = object !== root && !text.trim().includes("\n");
    return [{
      from,
      to: onOneLine ? from : object.close,
      text: onOneLine ? compact : end + indent + lines(indent) + end + base,
    }];
  }
  const comma = commas.find((at) => at >= last.valueEnd && at < object.close);
  const base = comma === undefined ? last.valueEnd : comma + 1;
  const tail = comma === undefined ? "" : ",";
  const first = comma === undefined ? [put(last.valueEnd, ",")] : [];
  const indent = blanksBefore(text, last.keyStart);
  if (indent === null || !text.includes("\n")) {
    const blank = /\s/.test(text.charAt(last.keyStart - 1)) ? " " : "";
    return [...first, put(base, blank + compact + tail)];
  }
  return [...first, put(behindComment(text, base), end + indent + lines(indent) + tail)];
}

/**
 * Takes a member out, with its comma and its line; comments stay.
 *
 * @example
 * ```ts
 * import { edited } from "gatehouse/cli/clients/edits.ts";
 * import { removal } from "gatehouse/cli/clients/json_edits.ts";
 * import { objectAt } from "gatehouse/cli/clients/json_text.ts";
 *
 * const text = '{\n  "a": 1,\n  "b": 2\n}';
 * const root = objectAt(text, 0);
 * if (root === null) throw new Error("no object");
 * const edits = removal({ text, plain: text, commas: [], root }, { object: root, index: 1 });
 * if (edited(text, edits) !== '{\n  "a": 1\n}') throw new Error("other text");
 * ```
 */
export function removal(
  { text, plain, commas }: Text,
  { object, index }: { readonly object: ObjectAt; readonly index: number },
): Edit[] {
  const member = object.members[index];
  if (member === undefined) return [];
  const next = object.members[index + 1];
  const previous = object.members[index - 1];
  const separator = (from: number, to: number): number | undefined => {
    const at = plain.indexOf(",", from);
    return at >= 0 && at < to ? at : undefined;
  };
  const comma = next === undefined
    ? commas.find((at) => at >= member.valueEnd && at < object.close)
    : separator(member.valueEnd, next.keyStart);
  const before = next === undefined && comma === undefined && previous !== undefined
    ? separator(previous.valueEnd, member.keyStart)
    : undefined;
  // A comment between a value and its comma is somebody's, and stays.
  const joined = comma !== undefined && text.slice(member.valueEnd, comma).trim() === "";
  const end = joined ? comma + 1 : member.valueEnd;
  const extra = [before, joined ? undefined : comma].flatMap((at) =>
    at === undefined ? [] : [{ from: at, to: at + 1, text: "" }]
  );
  return [...extra, { ...span(text, { start: member.keyStart, end, isLast: next === undefined }), text: "" }];
}

/** What goes with a member: the whole line when it has one of its own, else the blanks on one side. */
function span(
  text: string,
  { start, end, isLast }: { readonly start: number; readonly end: number; readonly isLast: boolean },
): { from: number; to: number } {
  const blanks = blanksBefore(text, start);
  const after = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
  const endsLine = /^(?:\r?\n|$)/.test(text.slice(end + after));
  if (blanks !== null && endsLine && start > blanks.length) {
    const line = start - blanks.length;
    return { from: line - (text.charAt(line - 2) === "\r" ? 2 : 1), to: end + after };
  }
  if (!isLast) return { from: start, to: end + after };
  const space = /[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  return { from: start - space, to: end };
}

function put(at: number, text: string): Edit {
  return { from: at, to: at, text };
}

/** The end of the line when only blanks and comments come before it, so that a comment stays with what it is about. */
function behindComment(text: string, from: number): number {
  const rest = /^(?:[ \t]|\/\*(?:(?!\*\/)[^\r\n])*\*\/)*(?:\/\/[^\r\n]*)?(?=\r?\n|$)/.exec(text.slice(from));
  return from + (rest?.[0].length ?? 0);
}

function blanksOfLine(text: string, at: number): string {
  const line = text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, at))?.[0] ?? "";
}

/** How the text indents: what its first member has before it. */
function unitOf(text: string, root: ObjectAt): string {
  const first = root.members[0];
  const blanks = first === undefined ? null : blanksBefore(text, first.keyStart);
  return blanks === null || blanks === "" ? TWO_BLANKS : blanks;
}
