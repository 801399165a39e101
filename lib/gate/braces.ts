/** Brace expansion: `a{b,c}` and `{1..3}`, on source text, as bash does it before any other expansion. */

/**
 * The words a brace expression stands for, or `null` when there are more than `most`.
 *
 * ```ts
 * import { expandBraces } from "gatehouse/gate/braces.ts";
 *
 * if (expandBraces("a{b,c{1..2}}", 8)?.join(" ") !== "ab ac1 ac2") throw new Error("expanded");
 * ```
 */
export function expandBraces(text: string, most: number): string[] | null {
  return expand(text, most, 0);
}

function expand(text: string, most: number, depth: number): string[] | null {
  if (depth > 20) return null;
  const found = firstBrace(text);
  if (found === null) return [text];
  const middles: string[] = [];
  for (const item of found.items) {
    const expanded = found.literal ? [item] : expand(item, most, depth + 1);
    if (expanded === null || middles.length + expanded.length > most) return null;
    middles.push(...expanded);
  }
  const tails = expand(text.slice(found.end), most, depth + 1);
  if (tails === null || middles.length * tails.length > most) return null;
  const head = text.slice(0, found.start);
  return middles.flatMap((middle) => tails.map((rest) => head + middle + rest));
}

interface Brace {
  readonly start: number;
  readonly end: number;
  readonly items: readonly string[];
  /** A sequence: its items hold no further braces. */
  readonly literal: boolean;
}

/** The first `{…}` outside quotes and expansions that has a comma or is a sequence. */
function firstBrace(text: string): Brace | null {
  const open: { readonly start: number; readonly commas: number[] }[] = [];
  let best: Brace | null = null;
  for (let index = 0; index < text.length; index++) {
    const next = skip(text, index);
    if (next > index) {
      index = next - 1;
      continue;
    }
    const char = text[index];
    if (char === "{") open.push({ start: index, commas: [] });
    else if (char === "," && open.length > 0) open.at(-1)?.commas.push(index);
    else if (char === "}" && open.length > 0) {
      const brace = open.pop();
      if (brace === undefined) continue;
      const made = makeBrace(text, { ...brace, end: index });
      if (made !== null && (best === null || made.start < best.start)) best = made;
      if (open.length === 0 && best !== null) return best;
    }
  }
  return best;
}

function makeBrace(
  text: string,
  at: { readonly start: number; readonly end: number; readonly commas: readonly number[] },
): Brace | null {
  if (at.commas.length > 0) {
    const cuts = [at.start, ...at.commas, at.end];
    const items = cuts.slice(1).map((cut, index) => text.slice((cuts[index] ?? 0) + 1, cut));
    return { start: at.start, end: at.end + 1, items, literal: false };
  }
  const items = sequence(text.slice(at.start + 1, at.end));
  return items === null ? null : { start: at.start, end: at.end + 1, items, literal: true };
}

/** `1..9`, `a..f`, with an optional step; longer than a thousand is left to the caller's bound. */
function sequence(text: string): string[] | null {
  const match = /^(?:(-?\d{1,9})\.\.(-?\d{1,9})|([a-zA-Z])\.\.([a-zA-Z]))(?:\.\.(-?\d{1,9}))?$/.exec(text);
  if (match === null) return null;
  const letters = match[3] !== undefined;
  const from = letters ? (match[3] ?? "").charCodeAt(0) : Number(match[1]);
  const to = letters ? (match[4] ?? "").charCodeAt(0) : Number(match[2]);
  const step = Math.max(1, Math.abs(Number(match[5] ?? 1)));
  const items: string[] = [];
  const sign = from <= to ? 1 : -1;
  for (let at = from; sign * (to - at) >= 0 && items.length <= 1_000; at += sign * step) {
    items.push(letters ? String.fromCharCode(at) : String(at));
  }
  return items;
}

/** The index after a quoted text, an escape or an expansion that begins at `index`; `index` itself otherwise. */
function skip(text: string, index: number): number {
  const char = text[index];
  if (char === "\\") return index + 2;
  if (char === "'" || char === "`") return after(text, index + 1, char);
  if (char === '"') return after(text, index + 1, char);
  if (char === "$" && text[index + 1] === "'") return after(text, index + 2, "'");
  if (char === "$" && (text[index + 1] === "{" || text[index + 1] === "(")) return balanced(text, index + 1);
  return index;
}

function after(text: string, from: number, quote: string): number {
  for (let index = from; index < text.length; index++) {
    if (text[index] === "\\" && quote !== "'") index++;
    else if (text[index] === quote) return index + 1;
  }
  return text.length;
}

function balanced(text: string, from: number): number {
  const [open, close] = text[from] === "{" ? ["{", "}"] : ["(", ")"];
  let depth = 0;
  for (let index = from; index < text.length; index++) {
    if (text[index] === "\\") index++;
    else if (text[index] === open) depth++;
    else if (text[index] === close && --depth === 0) return index + 1;
  }
  return text.length;
}
