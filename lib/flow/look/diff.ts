/** What a run changed, as a unified diff (POSIX, `diff -u`) that is never longer than its reader can take. */
import { structuredPatch } from "diff";
import { oneLine } from "../../core/bounds.ts";
import { Breath } from "./breath.ts";
import type { Place } from "./place.ts";

/** What the files of a run were before it. */
export interface Before {
  /** What the file held; null when there was none. */
  preImage(path: string): Uint8Array | null;
}

/** Lines before and after each change. */
const CONTEXT = 3;
/** Changed lines of one file that are looked for one by one; beyond it the file is shown as replaced. */
const MAX_EDITS = 2_000;
/** Milliseconds for one file, and for all of them; what comes later is shown as replaced. */
const MAX_MS = 250;
const MAX_ALL_MS = 2_000;
/** UTF-16 units of both sides of one file that are taken apart into lines. */
const MAX_COMPARED = 1_048_576;
const NO_END = "\\ No newline at end of file";

/**
 * The diff of the files that a run changed, sorted by path. When it is too long, each file has its share of the room, and
 * what was cut is said in its place.
 *
 * @param before What the files held before the run.
 * @param place The workspace, as it is now.
 * @param options `paths`: the changed files. `maxChars`: of the whole diff, at least 200. `signal`: ends the work.
 *
 * @example
 * ```ts
 * import { diffOf } from "gatehouse/flow/look/diff.ts";
 *
 * const bytes = () => new TextEncoder().encode("a\nc\n");
 * const before = { preImage: () => new TextEncoder().encode("a\nb\n") };
 * const place = { root: "/w", stale: () => null, bytes };
 * const text = await diffOf(before, place, { paths: ["x"], maxChars: 1_000 });
 * if (!text.includes("\n-b\n+c\n")) throw new Error("wrong");
 * ```
 */
export async function diffOf(
  before: Before,
  place: Place,
  options: { readonly paths: readonly string[]; readonly maxChars: number; readonly signal?: AbortSignal },
): Promise<string> {
  const until = performance.now() + MAX_ALL_MS;
  const breath = new Breath(options.signal);
  const diffs: string[] = [];
  for (const path of options.paths.toSorted()) {
    if (breath.isDue) await breath.draw();
    if (breath.isCancelled) break;
    const sides = { after: place.bytes(path), maxMs: Math.min(MAX_MS, until - performance.now()) };
    diffs.push(fileDiff(path, before.preImage(path), sides));
  }
  return shared(diffs.filter((diff) => diff !== ""), options.maxChars);
}

/** Short ones whole first, so that what they leave is for the others. */
function shared(diffs: readonly string[], maxChars: number): string {
  const shares = new Map<number, string>();
  let room = maxChars;
  const byLength = [...diffs.keys()].sort((a, b) => (diffs[a] ?? "").length - (diffs[b] ?? "").length);
  for (const [done, index] of byLength.entries()) {
    const share = cut(diffs[index] ?? "", Math.floor(room / (diffs.length - done)));
    shares.set(index, share);
    room -= share.length;
  }
  return [...diffs.keys()].map((index) => shares.get(index)).join("");
}

function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const note = (lines: number) => `(${lines} more lines of this file's diff are not shown)\n`;
  const room = maxChars - note(9_999_999).length;
  const kept = room <= 0 ? "" : text.slice(0, text.lastIndexOf("\n", room - 1) + 1);
  return (kept + note(text.slice(kept.length).split("\n").length - 1)).slice(0, Math.max(0, maxChars));
}

function fileDiff(
  path: string,
  before: Uint8Array | null,
  { after, maxMs }: { readonly after: Uint8Array | null; readonly maxMs: number },
): string {
  if (before === null && after === null) return "";
  const name = oneLine(path, 300);
  const from = before === null ? "/dev/null" : `a/${name}`;
  const to = after === null ? "/dev/null" : `b/${name}`;
  const [old, now] = [textOf(before), textOf(after)];
  if (old === null || now === null) {
    return sameBytes(before, after) ? "" : `Binary files ${from} and ${to} differ\n`;
  }
  if (old === now && before !== null && after !== null) return "";
  return `--- ${from}\n+++ ${to}\n${hunks(old, now, { maxMs })}`;
}

function hunks(old: string, now: string, { maxMs }: { readonly maxMs: number }): string {
  if (old.length + now.length > MAX_COMPARED) {
    return `(too large to compare: ${old.length} characters before, ${now.length} after)\n`;
  }
  if (maxMs <= 0) return replaced(old, now);
  const options = { context: CONTEXT, maxEditLength: MAX_EDITS, timeout: maxMs };
  const patch = structuredPatch("", "", old, now, undefined, undefined, options);
  if (patch === undefined) return replaced(old, now);
  return patch.hunks.map((hunk) => {
    // A range of no lines names the line before it.
    const oldStart = hunk.oldLines === 0 ? hunk.oldStart - 1 : hunk.oldStart;
    const newStart = hunk.newLines === 0 ? hunk.newStart - 1 : hunk.newStart;
    return `@@ -${oldStart},${hunk.oldLines} +${newStart},${hunk.newLines} @@\n${hunk.lines.join("\n")}\n`;
  }).join("");
}

/** The whole old text goes, the whole new one comes. */
function replaced(old: string, now: string): string {
  const [gone, come] = [linesOf(old, "-"), linesOf(now, "+")];
  const counted = (lines: readonly string[]) => lines.filter((line) => line !== NO_END).length;
  return `@@ -1,${counted(gone)} +1,${counted(come)} @@\n${[...gone, ...come].join("\n")}\n`;
}

function linesOf(text: string, sign: string): string[] {
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  const signed = lines.map((line) => sign + line);
  return last === "" ? signed : [...signed, sign + last, NO_END];
}

/** Null for what is no text; a file that is not there has none. */
function textOf(bytes: Uint8Array | null): string | null {
  if (bytes === null) return "";
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function sameBytes(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a !== null && b !== null && a.length === b.length && a.every((byte, index) => byte === b[index]);
}
