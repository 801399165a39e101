/** `awk`: its programs can write files and run others. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import type { Parsed } from "../options.ts";
import { defineProgram, type Inner, type Program } from "../program.ts";
import { literalWord, type Word } from "../word.ts";

/** Longer programs are not followed. */
const MAX_PROGRAM = 4_000;

/** One token: text in quotes, or code. Regular expressions and comments are left out. */
interface Token {
  readonly kind: "text" | "word" | "sign";
  readonly value: string;
}

const TOKEN = /"((?:[^"\\]|\\.)*)"|[A-Za-z_@][\w:]*|\d[\w.]*|&&|\|\||\|&|>>|[<>=!+\-*/%^]=|#[^\n]*|\n|[^\s]/y;

/** After these a `/` starts a regular expression; after a name, number or closing bracket it divides. */
function startsPattern(before: Token | undefined): boolean {
  if (before === undefined || before.value === "\n") return true;
  if (before.kind === "text") return false;
  if (before.kind === "word") return /^(?:return|print|printf|in|case|else|do)$/.test(before.value);
  return !/^[)\]]$/.test(before.value);
}

/** After these it may be either: gawk and mawk differ, and `if (a) /b/` is a condition and a pattern. */
function isUnclear(list: readonly Token[]): boolean {
  const [last, before] = [list.at(-1)?.value, list.at(-2)?.value];
  if ((last === "+" || last === "-") && before === last) return true;
  if (last === "getline") return true;
  if (last !== ")") return false;
  let depth = 0;
  for (let at = list.length - 1; at >= 0; at--) {
    if (list[at]?.value === ")" && list[at]?.kind === "sign") depth++;
    else if (list[at]?.value === "(" && list[at]?.kind === "sign" && --depth === 0) {
      return /^(?:if|while|for)$/.test(list[at - 1]?.value ?? "");
    }
  }
  return false;
}

/** `patterns` says how an unclear `/` is read; `unclear` tells that there was one. */
function tokens(
  program: string,
  patterns: boolean,
): { readonly list: readonly Token[]; readonly unclear: boolean } {
  let unclear = false;
  const list: Token[] = [];
  let at = 0;
  while (at < program.length) {
    if (/[ \t\r\\]/.test(program[at] ?? "")) {
      at++;
      continue;
    }
    const either = program[at] === "/" && isUnclear(list);
    unclear ||= either;
    if (program[at] === "/" && (either ? patterns : startsPattern(list.at(-1)))) {
      const regex = /\/(?:[^/\\[\n]|\\.|\[\^?\]?(?:[^\]\n])*\])*\//y;
      regex.lastIndex = at;
      const found = regex.exec(program);
      if (found) {
        at += found[0].length;
        list.push({ kind: "text", value: "" });
        continue;
      }
    }
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(program);
    if (!found) {
      at++;
      continue;
    }
    at += found[0].length;
    if (found[0].startsWith("#")) continue;
    if (found[1] !== undefined) list.push({ kind: "text", value: found[1] });
    else list.push({ kind: /^[\w@]/.test(found[0]) ? "word" : "sign", value: found[0] });
  }
  return { list, unclear };
}

/** What a program does beyond reading its input. */
interface Deeds {
  /** Files it prints to; `null` for a computed name. */
  readonly writes: (string | null)[];
  readonly reads: (string | null)[];
  /** Shell commands it runs; `null` for a computed one. */
  readonly commands: (string | null)[];
}

/** The one string constant that stands alone at this place, or `null`. */
function constant(list: readonly Token[], index: number, ends: RegExp): string | null {
  const token = list[index];
  const next = list[index + 1];
  if (token?.kind !== "text") return null;
  return next === undefined || ends.test(next.value) ? unescaped(token.value) : null;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  '"': '"',
  "\\": "\\",
  "/": "/",
};

/** The text of a string constant (gawk manual, "Escape Sequences"); null with an escape that is not among the plain ones. */
function unescaped(text: string): string | null {
  let known = true;
  const read = text.replaceAll(/\\([^])/g, (_, char: string) => {
    const value = ESCAPES[char];
    known &&= value !== undefined;
    return value ?? "";
  });
  return known ? read : null;
}

function deeds(program: string): Deeds {
  const read = tokens(program, false);
  const first = deedsOf(read.list);
  if (!read.unclear) return first;
  const second = deedsOf(tokens(program, true).list);
  return {
    writes: [...first.writes, ...second.writes],
    reads: [...first.reads, ...second.reads],
    commands: [...first.commands, ...second.commands],
  };
}

function deedsOf(list: readonly Token[]): Deeds {
  const found: Deeds = { writes: [], reads: [], commands: [] };
  let printing = false;
  let depth = 0;
  list.forEach((token, index) => {
    const { kind, value } = token;
    if (kind === "text") return;
    if (kind === "word") {
      if (value === "print" || value === "printf") {
        printing = true;
        depth = 0;
      }
      if (/^(?:awk::)?system$/.test(value)) found.commands.push(constant(list, index + 2, /^\)$/));
      // Loaded and indirect code, and functions that gawk extensions bring along.
      if (value.startsWith("@") || value === "extension") found.commands.push(null);
      if (value === "getline" && list.slice(index, index + 3).some((next) => next.value === "<")) {
        const at = list.findIndex((next, place) => place > index && next.value === "<");
        found.reads.push(constant(list, at + 1, /^[)};\n]$/));
      }
      return;
    }
    if (value === "(") depth++;
    else if (value === ")") depth--;
    else if (/^[;\n{}]$/.test(value)) printing = false;
    else if (value === "|" || value === "|&") {
      const reading = list[index + 1]?.value === "getline";
      const before = list[index - 2];
      const alone = before === undefined || /^[({;\n!=]$/.test(before.value) || before.value === "while";
      if (reading) found.commands.push(alone ? constant(list, index - 1, /^\|&?$/) : null);
      else found.commands.push(constant(list, index + 1, /^[;}\n]$/));
    } else if (printing && depth <= 0 && (value === ">" || value === ">>")) {
      found.writes.push(constant(list, index + 1, /^[;}\n]$/));
    }
  });
  return found;
}

function programs(parsed: Parsed): readonly Word[] {
  const given = parsed.values("-e", "--source");
  return given.length > 0 || parsed.has("-f", "--file", "-E", "--exec") ? given : parsed.operands.slice(0, 1);
}

function inputs(parsed: Parsed): readonly Word[] {
  const all = parsed.operands.slice(parsed.has("-f", "--file", "-e", "--source", "-E", "--exec") ? 0 : 1);
  return all.filter((word) => !/^[A-Za-z_]\w*=/.test(word.prefix));
}

const STREAMS = /^(?:\/dev\/(?:stdout|stderr|stdin|fd\/\d+|null)|-)$/;

function effects(parsed: Parsed, call: Call): readonly Effect[] {
  const inPlace = parsed.values("-i", "--include").some((word) => word.value === "inplace");
  const list: Effect[] = call.touch(inPlace ? "write" : "read", inputs(parsed));
  for (const word of parsed.values("-i", "--include")) {
    if (word.value !== "inplace") list.push({ kind: "execute", word });
  }
  for (const name of ["-f", "--file", "-E", "--exec", "-l", "--load"]) {
    list.push(...parsed.values(name).map((word): Effect => ({ kind: "execute", word })));
  }
  for (const word of parsed.values("-W")) {
    // The short form of mawk's `-W exec=FILE` is enough.
    if (
      word.value === null ||
      !/^(?:v|version|usage|posix|interactive|sprintf=\d+|random=\d+)$/i.test(word.value)
    ) list.push({ kind: "execute", word });
  }
  for (const word of programs(parsed)) {
    if (word.code.length > MAX_PROGRAM) {
      list.push({ kind: "execute", word });
      continue;
    }
    const { writes, reads } = deeds(word.value ?? word.code);
    const touch = (kind: "read" | "write", paths: readonly (string | null)[]) =>
      paths.flatMap((path): Effect[] => {
        if (path === null) {
          return kind === "read"
            ? [{ kind, unknown: true, word: { ...word, unknown: "computed" } }]
            : [{ kind, unknown: true, word }];
        }
        if (path.startsWith("/inet")) return [{ kind: "network", word }];
        return STREAMS.test(path) ? [] : call.touch(kind, [literalWord(path, word.span)]);
      });
    list.push(...touch("read", reads), ...touch("write", writes));
    // A program nobody can see may do anything; unknown text inside one that can be seen is taken as text.
    if (
      word.unknown === "computed" || (word.unknown !== null && word.prefix === "") ||
      /\/inet[46]?\//.test(word.value ?? "")
    ) {
      list.push({ kind: "execute", word });
    }
  }
  return list;
}

function runs(parsed: Parsed): readonly Inner[] {
  return programs(parsed).filter((word) => word.code.length <= MAX_PROGRAM).flatMap((word) =>
    deeds(word.value ?? word.code).commands.map((command): Inner => ({
      kind: "code",
      language: "shell",
      words: [
        command === null
          ? { ...word, value: null, prefix: "", unknown: "computed", code: '"$_"' }
          : literalWord(command, word.span),
      ],
    }))
  );
}

/** The pattern scanners. */
export const awk: readonly Program[] = [
  defineProgram({
    names: "awk gawk mawk nawk original-awk",
    options: {
      values: "-F --field-separator -v --assign -e --source -f --file -E --exec -i --include -l --load -W",
      optional: "-D --debug -L --lint -d --dump-variables -o --pretty-print -p --profile",
      writes: "-d --dump-variables -o --pretty-print -p --profile",
      style: "posix",
    },
    effects,
    runs,
    examples: {
      "awk '/^totals/{print $5-$4}' f": "read:/home/user/project/f",
      "awk '$1 > 5 || $2 ~ /a|b/ { print \"a > b | c\" }' f": "read:/home/user/project/f",
      "awk '{ print $1 > \"out\" }' f": "read:/home/user/project/f write:/home/user/project/out",
      "awk '{ print > $1 }' f": "read:/home/user/project/f write",
      "gawk -i inplace '{ print }' f": "write:/home/user/project/f",
    },
  }),
];
