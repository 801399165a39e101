/** Expands words: quotes, tilde, braces, variables, substitutions, splitting. Runs nothing. */
import {
  type ArithmeticExpansionPart,
  type CommandExpansionPart,
  parse,
  type ProcessSubstitutionPart,
  type Word as WordNode,
  type WordPart,
} from "unbash";
import { expandBraces } from "./braces.ts";
import type { Call } from "./call.ts";
import { type Budget, MAX_ALTERNATIVES, MAX_VALUE } from "./limits.ts";
import { expandParameter, lookUp } from "./parameter.ts";
import { fieldsOf, literalPiece, type Piece, product, type Readings, unknownPiece } from "./pieces.ts";
import { type Known, type Scope, type Values, worse } from "./scope.ts";
import type { Source } from "./source.ts";
import type { Unknown, Word } from "./word.ts";

/** What a substitution gives: its calls, and its text when that is certain. */
export interface Output {
  readonly calls: readonly Call[];
  readonly text: string | null;
  readonly unknown: Unknown;
}

/** Judges the script of a substitution, once, and says what it gives. */
export type Substitute = (
  part: CommandExpansionPart | ProcessSubstitutionPart | ArithmeticExpansionPart,
) => Output;

/** Where words are expanded. */
export interface Expansion {
  readonly scope: Scope;
  readonly source: Source;
  readonly budget: Budget;
  readonly substitute: Substitute;
}

/**
 * All words a word of a command may become: one list for each reading.
 *
 * ```ts
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * const call = inspect("echo a{b,c}").calls[0];
 * if (call?.args.map((word) => word.value).join() !== "ab,ac") throw new Error("two words");
 * ```
 */
export function expandWord(node: WordNode, at: Expansion): Word[][] {
  const braced = node.parts?.some((part) => part.type === "BraceExpansion") === true;
  if (!braced) return expandPlain(node, at);
  const texts = expandBraces(node.text, 64);
  if (texts === null || (texts.length === 1 && texts[0] === node.text)) {
    // Too many words to follow; their common beginning is still certain.
    const literal = node.parts?.[0];
    const head = literal?.type === "Literal" ? [literalPiece(literal.value)] : [];
    return [toFields([...head, unknownPiece("computed", false)], { node, at, from: [] })];
  }
  const span = at.source.locate(node.pos, node.end);
  let readings: Word[][] = [[]];
  for (const text of texts) {
    const inner = reparse(text);
    const expanded = inner === null
      ? [toFields([unknownPiece("computed", false)], { node, at, from: [] })]
      : expandPlain(inner, { ...at, source: { text, locate: () => span } });
    if (readings.length * expanded.length > MAX_ALTERNATIVES) {
      return [toFields([unknownPiece("computed", false)], { node, at, from: [] })];
    }
    readings = readings.flatMap((head) => expanded.map((tail) => [...head, ...tail]));
  }
  return readings;
}

function reparse(text: string): WordNode | null {
  const script = parse(`: ${text}`);
  const statement = script.commands[0]?.command;
  if ((script.errors?.length ?? 0) > 0 || script.commands.length !== 1 || statement?.type !== "Command") {
    return null;
  }
  const word = statement.suffix[0];
  return statement.suffix.length === 1 && word?.type === "Word" ? word : null;
}

function expandPlain(node: WordNode, at: Expansion): Word[][] {
  const from: Call[] = [];
  const readings = readWord(node, { at, from, assignment: false });
  return readings.map((reading) => toFields(reading, { node, at, from }));
}

function toFields(
  reading: readonly Piece[],
  of: { readonly node: WordNode; readonly at: Expansion; readonly from: readonly Call[] },
): Word[] {
  let length = 0;
  for (const piece of reading) if (piece.kind === "text") length += piece.text.length;
  of.at.budget.expansion(1, length);
  const ifs = of.at.scope.get("IFS");
  const separators = ifs.open === null && ifs.known.length === 1 ? ifs.known[0]?.text ?? null : null;
  const span = of.at.source.locate(of.node.pos, of.node.end);
  const context = { text: of.node.text, span, quoted: isQuoted(of.node), from: of.from, separators };
  const fields = fieldsOf(reading, context);
  of.at.budget.expansion(fields.length, 0);
  return fields;
}

function isQuoted(node: WordNode): boolean {
  if (node.parts === undefined) return node.text !== node.value || node.text === "";
  return node.parts.some((part) =>
    part.type === "SingleQuoted" || part.type === "AnsiCQuoted" || part.type === "LocaleString" ||
    (part.type === "DoubleQuoted" && !isList(part)) || (part.type === "Literal" && part.text !== part.value)
  );
}

/** `"$@"` alone gives no word when there are no arguments. */
function isList(part: WordPart): boolean {
  if (part.type !== "DoubleQuoted" || part.parts.length !== 1) return false;
  const only = part.parts[0];
  return only?.text === "$@" || only?.text === "${@}" ||
    (only?.type === "ParameterExpansion" && only.index?.text === "@");
}

/**
 * All texts an assigned value may have: no splitting, no patterns, no braces.
 *
 * ```ts
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * const call = inspect("X='a b'; echo \"$X\"").calls[1];
 * if (call?.args[0]?.value !== "a b") throw new Error("the value is one word");
 * ```
 */
export function expandValue(node: WordNode, at: Expansion): { readonly values: Values; readonly word: Word } {
  const from: Call[] = [];
  const readings = readWord(node, { at, from, assignment: true });
  const known: Known[] = [];
  let open: Unknown | null = null;
  for (const reading of readings) {
    const parts = reading.map((piece) =>
      piece.kind === "text" ? piece.text : piece.kind === "break" ? " " : null
    );
    const text = parts.includes(null) ? null : parts.join("");
    if (text === null || text.length > MAX_VALUE) {
      for (const piece of reading) if (piece.kind === "unknown") open = worse(open, piece.unknown);
      open ??= "computed";
    } else {known.push({
        text,
        glob: reading.some((piece) => piece.kind === "text" && piece.glob && piece.split),
      });}
  }
  const solid = readings[0]?.map((piece) => piece.kind === "text" ? { ...piece, split: false } : piece) ?? [];
  const word = toFields(solid, { node, at, from })[0] ?? toFields([literalPiece("")], { node, at, from })[0];
  if (word === undefined) throw new Error("Unreachable: a literal piece makes one field");
  const multiple = readings.length > 1 || open !== null;
  return {
    values: { known, open },
    word: multiple && word.value !== null && known.length > 1
      ? { ...word, value: null, unknown: open ?? "computed" }
      : word,
  };
}

/**
 * The text of a here-document's body, or `null` when an expansion in it is unknown.
 *
 * ```ts
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * const input = inspect("X=1; cat <<E\na $X\nE").calls[1]?.input;
 * if (input?.kind !== "text" || input.text !== "a 1\n") throw new Error("expanded");
 * ```
 */
export function expandBody(
  parts: readonly WordPart[],
  at: Expansion,
): { text: string | null; code: string; from: Call[] } {
  const from: Call[] = [];
  let readings: Readings = [[]];
  for (const part of parts) {
    readings = product(readings, readPart(part, { at, from, assignment: false, quoted: true }));
  }
  const first = readings[0] ?? [];
  const text = first.map((piece) => piece.kind === "text" ? piece.text : piece.kind === "break" ? " " : "$_")
    .join("");
  at.budget.expansion(1, text.length);
  const known = readings.length === 1 && first.every((piece) => piece.kind !== "unknown");
  return { text: known ? text : null, code: text, from };
}

interface Reading {
  readonly at: Expansion;
  /** Collects the calls of substitutions. */
  readonly from: Call[];
  readonly assignment: boolean;
}

function readWord(node: WordNode, context: Reading): Readings {
  const tilde = node.text.startsWith("~") ? readTilde(node, context) : null;
  if (node.parts === undefined) {
    const rest = tilde === null ? node.value : node.value.slice(tilde.length);
    const plain = node.text === node.value ? laterTildes(rest, context) : rest;
    return product(tilde?.readings ?? [[]], [[literalPiece(plain)]]);
  }
  let readings: Readings = tilde?.readings ?? [[]];
  for (const [index, part] of node.parts.entries()) {
    if (index === 0 && tilde !== null && part.type === "Literal") {
      readings = product(readings, [[literalPiece(part.value.slice(tilde.length))]]);
    } else readings = product(readings, readPart(part, { ...context, quoted: false }));
  }
  return readings;
}

/** In an assignment a `~` after a colon is a home as well: `PATH=/bin:~/bin`. */
function laterTildes(text: string, context: Reading): string {
  const home = context.at.scope.get("HOME").known[0]?.text;
  if (!context.assignment || home === undefined) return text;
  return text.replaceAll(/:~(?=[/:]|$)/g, () => `:${home}`);
}

function readTilde(
  node: WordNode,
  context: Reading,
): { readonly length: number; readonly readings: Readings } | null {
  const first = node.parts?.[0];
  const text = node.parts === undefined ? node.text : first?.type === "Literal" ? first.text : "";
  const match = /^~([A-Za-z0-9._+-]*)(?=\/|$)/.exec(text);
  if (match === null) return null;
  if (match[0].length === text.length && node.parts !== undefined && node.parts.length > 1) return null;
  const user = match[1] ?? "";
  const scope = context.at.scope;
  if (user === "" || user === "+") {
    return { length: match[0].length, readings: toReadings(scope.get(user === "" ? "HOME" : "PWD"), true) };
  }
  if (user === "-") return { length: 2, readings: [[unknownPiece("environment", true)]] };
  const home = user === "root"
    ? "/root"
    : `${scope.place.home.startsWith("/Users") ? "/Users" : "/home"}/${user}`;
  return { length: match[0].length, readings: [[literalPiece(home)]] };
}

function readPart(part: WordPart, context: Reading & { readonly quoted: boolean }): Readings {
  const { quoted } = context;
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [[literalPiece(part.value)]];
    case "Glob":
      return [[{ kind: "text", text: part.text, split: false, glob: !quoted && !context.assignment }]];
    case "ExtendedGlob":
      return [[{ kind: "text", text: part.text, split: false, glob: !context.assignment }]];
    case "BraceExpansion":
      return [[literalPiece(part.text)]];
    case "DoubleQuoted":
    case "LocaleString": {
      let readings: Readings = [[]];
      for (const child of part.parts) {
        readings = product(readings, readPart(child, { ...context, quoted: true }));
      }
      return readings;
    }
    case "SimpleExpansion": {
      const name = part.text.slice(1);
      const values = lookUp(name, context.at.scope);
      if ((name === "@" || (name === "*" && !quoted)) && values.list !== undefined) {
        return listReadings(values.list, quoted);
      }
      return toReadings(values, quoted);
    }
    case "ParameterExpansion": {
      const evaluate = (node: WordNode) => {
        const { values, word } = expandValue(node, context.at);
        context.from.push(...word.from);
        return values;
      };
      const values = expandParameter(part, { scope: context.at.scope, evaluate });
      const all = part.operation === undefined && (part.index?.text === "@" || part.parameter === "@");
      if (all && values.list !== undefined) return listReadings(values.list, quoted);
      return toReadings(values, quoted);
    }
    case "CommandExpansion": {
      const output = context.at.substitute(part);
      context.from.push(...output.calls);
      if (output.text === null) return [[unknownPiece(output.unknown, quoted)]];
      return [[{ kind: "text", text: output.text, split: !quoted, glob: false }]];
    }
    case "ArithmeticExpansion":
      context.from.push(...context.at.substitute(part).calls);
      return [[unknownPiece("environment", true)]];
    case "ProcessSubstitution":
      context.from.push(...context.at.substitute(part).calls);
      return [[literalPiece("/dev/fd/63")]];
  }
}

function listReadings(list: readonly Known[], quoted: boolean): Readings {
  const pieces: Piece[] = [];
  for (const [index, known] of list.entries()) {
    if (index > 0) pieces.push({ kind: "break" });
    pieces.push({ kind: "text", text: known.text, split: !quoted, glob: known.glob });
  }
  return [pieces];
}

function toReadings(values: Values, quoted: boolean): Readings {
  const readings: Piece[][] = values.known.slice(0, MAX_ALTERNATIVES).map((known) => [
    // A file name that matches a pattern is one word, whatever the quoting.
    { kind: "text", text: known.text, split: !quoted && !known.glob, glob: known.glob },
  ]);
  if (values.open !== null || readings.length === 0) {
    readings.push([unknownPiece(values.open ?? "environment", quoted)]);
  }
  return readings;
}
