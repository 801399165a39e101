/** `${…}`: what a parameter expansion may give. */
import type { ParameterExpansionPart, ParameterOperation, Word as WordNode } from "unbash";
import { type Known, type Scope, type Values, worse } from "./scope.ts";
import type { Unknown } from "./word.ts";

/** Gives all texts a word may stand for, without splitting. */
export type Evaluate = (node: WordNode) => Values;

/** Special parameters that only ever hold numbers or flags. */
const NUMBERS = new Set(
  ("? # $ ! - UID EUID PPID RANDOM SRANDOM SECONDS LINENO SHLVL BASHPID EPOCHSECONDS EPOCHREALTIME BASH_SUBSHELL " +
    "HISTCMD GROUPS OPTIND").split(" "),
);

/** Variables the shell itself fills, whatever a script assigns. */
const FILLED = new Set(
  ("_ BASH_COMMAND BASH_ARGV0 BASH_ARGV BASH_ARGC BASH_SOURCE BASH_REMATCH BASH_EXECUTION_STRING FUNCNAME DIRSTACK " +
    "PIPESTATUS OPTARG COPROC READLINE_LINE").split(" "),
);

/**
 * All that a variable or special parameter may hold.
 *
 * ```ts
 * import { lookUp } from "gatehouse/gate/parameter.ts";
 * import { placeOf } from "gatehouse/gate/place.ts";
 * import { Scope } from "gatehouse/gate/scope.ts";
 *
 * const scope = new Scope(placeOf("/home/ann/x"));
 * if (lookUp("HOME", scope).known[0]?.text !== "/home/ann") throw new Error("home");
 * ```
 */
export function lookUp(name: string, scope: Scope): Values {
  if (NUMBERS.has(name)) return { known: [], open: "environment" };
  if (name === "@" || name === "*") return listOf(scope);
  if (/^\d+$/.test(name)) return positional(Number(name), scope);
  if (FILLED.has(name)) return { known: [], open: "computed" };
  return scope.get(name);
}

function positional(index: number, scope: Scope): Values {
  if (index === 0) return { known: [], open: "environment" };
  if (scope.positional === null) return { known: [], open: "computed" };
  const word = scope.positional[index - 1];
  if (word === undefined) return { known: [{ text: "", glob: false }], open: null };
  if (word.value === null) return { known: [], open: word.unknown };
  return { known: [{ text: word.value, glob: word.glob }], open: null };
}

function listOf(scope: Scope): Values {
  if (scope.positional === null) return { known: [], open: "computed" };
  let open: Unknown | null = null;
  const list: Known[] = [];
  for (const word of scope.positional) {
    if (word.value === null) open = worse(open, word.unknown);
    else list.push({ text: word.value, glob: word.glob });
  }
  return open === null ? { known: list, open, list } : { known: list, open };
}

/**
 * All that a `${…}` may give. `${x:=y}` also sets the variable.
 *
 * ```ts
 * import { expandParameter } from "gatehouse/gate/parameter.ts";
 * import { placeOf } from "gatehouse/gate/place.ts";
 * import { one, Scope } from "gatehouse/gate/scope.ts";
 * import { parse } from "unbash";
 *
 * const command = parse("${X:-rm}").commands[0]?.command;
 * const part = command?.type === "Command" ? command.name?.parts?.[0] : undefined;
 * if (part?.type !== "ParameterExpansion") throw new Error("parsed");
 * const scope = new Scope(placeOf("/home/ann/x"));
 * const values = expandParameter(part, { scope, evaluate: (word) => one(word.value) });
 * if (values.known[0]?.text !== "rm" || values.open !== "environment") throw new Error("rm, or what X holds");
 * ```
 */
export function expandParameter(
  part: ParameterExpansionPart,
  { scope, evaluate }: { readonly scope: Scope; readonly evaluate: Evaluate },
): Values {
  if (promptsWith(part)) scope.trace.prompted = true;
  if (part.prefix === "#") return { known: [], open: "environment" };
  if (part.prefix === "!") return { known: [], open: "computed" };
  const values = elementOf(part, lookUp(part.parameter, scope));
  const operation = part.operation;
  if (operation === undefined) return values;
  if (operation.type === "Default") {
    const operand = evaluate(operation.operand);
    const result = withDefault(operation.operator, values, operand);
    if (operation.operator.endsWith("=")) scope.set(part.parameter, result);
    return result;
  }
  const change = textChange(operation, evaluate);
  if (change === null) return { known: [], open: values.known.length > 0 ? "computed" : values.open };
  return {
    known: values.known.map((known) => ({ text: change(known.text), glob: known.glob })),
    open: values.open,
  };
}

/**
 * True for `${x@P}`, which runs the substitutions in what it expands.
 *
 * ```ts
 * import { judge } from "gatehouse/gate/judge.ts";
 *
 * if (judge("x='$(rm y)'; echo ${x@P}").decision !== "ask") throw new Error("a prompt is code");
 * ```
 */
export function promptsWith({ operation }: ParameterExpansionPart): boolean {
  return operation?.type === "Transform" && !/^[QUuLEKAak]$/.test(operation.operand.text);
}

function elementOf(part: ParameterExpansionPart, values: Values): Values {
  if (part.index === undefined || part.index.text === "@" || part.index.text === "*") return values;
  const index = /^\d+$/.test(part.index.text) ? Number(part.index.text) : null;
  const element = index === null ? undefined : values.list?.[index];
  if (element !== undefined) return { known: [element], open: null };
  return { known: values.known, open: values.open };
}

function withDefault(operator: string, values: Values, operand: Values): Values {
  const colon = operator.startsWith(":");
  const filled = colon ? values.known.filter((known) => known.text !== "") : values.known;
  const empty = filled.length < values.known.length;
  if (operator.endsWith("?")) return values;
  if (operator.endsWith("+")) {
    if (values.open === null && !empty && filled.length > 0) return operand;
    return { known: [...operand.known, { text: "", glob: false }], open: operand.open };
  }
  if (values.open === null && !empty) return values;
  return { known: [...filled, ...operand.known], open: worse(values.open, operand.open) };
}

/** The change as a function of the text, when its operands are plain text. */
function textChange(operation: ParameterOperation, evaluate: Evaluate): ((text: string) => string) | null {
  const literal = (node: WordNode | undefined): string | null => {
    if (node === undefined) return "";
    const values = evaluate(node);
    const text = values.known[0]?.text;
    return values.open === null && values.known.length === 1 && text !== undefined &&
        !/[*?[\\]/.test(node.text)
      ? text
      : null;
  };
  switch (operation.type) {
    case "CaseModification":
      return operation.operand === undefined ? (text) => changeCase(operation.operator, text) : null;
    case "Remove": {
      const cut = literal(operation.operand);
      if (cut === null) return null;
      return operation.operator.startsWith("#")
        ? (text) => text.startsWith(cut) ? text.slice(cut.length) : text
        : (text) => text.endsWith(cut) ? text.slice(0, text.length - cut.length) : text;
    }
    case "Replace": {
      const pattern = literal(operation.pattern);
      const replacement = literal(operation.replacement);
      if (pattern === null || replacement === null || pattern === "") return null;
      if (operation.operator === "//") return (text) => text.replaceAll(pattern, () => replacement);
      return operation.operator === "/" ? (text) => text.replace(pattern, () => replacement) : null;
    }
    case "Slice": {
      const offset = /^\s*\d+$/.exec(operation.offset.text);
      const length = operation.length === undefined ? null : /^\s*\d+$/.exec(operation.length.text);
      if (offset === null || (operation.length !== undefined && length === null)) return null;
      const from = Number(offset[0]);
      return (text) => text.slice(from, length === null ? undefined : from + Number(length[0]));
    }
    default:
      return null;
  }
}

function changeCase(operator: string, text: string): string {
  const change = operator.startsWith("^") ? "toUpperCase" : "toLowerCase";
  return operator.length === 2 ? text[change]() : text.slice(0, 1)[change]() + text.slice(1);
}
