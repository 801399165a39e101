/** Rules about which program runs, and with what in its environment. */
import type { Call } from "../call.ts";
import { injects, steers } from "../grammar/environment.ts";
import { isPlainSetting } from "../grammar/settings.ts";
import { holdsExpansion } from "../literal.ts";
import { isDevelopmentTool } from "../programs/development_tools.ts";
import { defineRule, type Rule, type Script } from "../rule.ts";
import type { Word } from "../word.ts";

/** Shell text in a word that begins with an expansion: so does the name of the first program in it. */
function codeBegins(call: Call): Word | undefined {
  return call.args.find((word) =>
    /^"?\s*(?:\$(?!['"])|`)/.test(word.text) &&
    call.code.some(({ language, text, span }) =>
      language === "shell" && text !== null && span.start === word.span.start
    )
  );
}

const notLiteral = defineRule({
  id: "program.not_literal",
  verdict: "ask",
  reason: "The program is not written out: what it is comes out of an expansion when it runs",
  safer: "Write the program's name out",
  when: (call) => call.name === "" || holdsExpansion(call.program.text) ? call.program : codeBegins(call),
  match: [
    "$CMD --flag",
    "$(which ls) -l",
    "/usr/bin/su*o id",
    "`x` y",
    "r? -rf x",
    "X=ls; $X",
    'X=ls; env "$X"',
    "f(){ $1; }; f ls",
    "$'ls'",
    "${X:-ls}",
    'X=ls; eval "$X -l"',
  ],
  notMatch: ["ls $X", "l\\s", "'ls' \"$X\"", "for f in a b; do wc $f; done"],
});

const byPath = defineRule({
  id: "program.by_path",
  verdict: "ask",
  reason: "Runs a file by its path, whatever its name says",
  // A tool that projects depend on is the same by this path as through npx.
  when: (call) =>
    call.name !== "" && !call.trusted && !(call.dependency && isDevelopmentTool(call.name)) && call.program,
  match: ["./ls", "/tmp/ls -l", "/bin/../tmp/ls", "node_modules/.bin/ls", "../node_modules/.bin/tsc"],
  notMatch: ["ls", "/bin/ls", "/usr/bin/env ls", "node_modules/.bin/tsc", "./sub/node_modules/.bin/tsc"],
});

const nonAscii = defineRule({
  id: "program.lookalike",
  verdict: "deny",
  reason: "The program's name holds characters that look like others",
  // deno-lint-ignore no-control-regex -- everything but ASCII
  when: (call) => /[^\x00-\x7f]/.test(call.name) && call.program,
  match: ["l\u0455 -la", "\uff4cs", "ls\u00a0-la"],
  notMatch: ["ls é"],
});

/** Ways to set a variable that are no assignment of their own. */
const OTHERWISE =
  /\b(?:for|select|read|mapfile|readarray|printf|getopts|wait|unset|let|coproc)\b|\{\w+\}[<>]|\(\(|\$\[|\$\{\w+:?=|-\w*n\b/;

/** The word without its first characters. */
function after(word: Word, count: number): Word {
  return { ...word, value: word.value?.slice(count) ?? null };
}

/** Some `set -a` makes programs get every variable. */
function exportsAll({ text }: Script): boolean {
  return /\bset\s.*(?:-\w*a|allexport)/.test(text);
}

/** `export` and `declare -x`: programs get the variable. */
function gets(call: Call): boolean {
  return call.name === "export" || call.args.some((word) => /^-\w*x/.test(word.value ?? ""));
}

/** What the call sets: before itself, or as an argument of `export`, `declare`, `env`. */
function injected(call: Call, script: Script): { readonly span: Call["span"] } | null {
  const readsLine = /^(?:read|mapfile|readarray)$/.test(call.name);
  for (const variable of call.assignments) {
    // What is set for no program stays in the shell, unless it was exported before.
    const alone = call.name === ":" && call.args.length === 0 && call.program.text !== ":";
    const found = injects(variable.name) ||
      (!alone || exportsAll(script)) && steers(variable.name, variable.value);
    if (!found || isPlainSetting(variable)) continue;
    if (!(readsLine && variable.name === "IFS")) return variable;
  }
  if (!/^(?:export|declare|typeset|local|readonly)$/.test(call.name)) return null;
  for (const word of call.args) {
    const name = /^(\w+)\+?=/.exec(word.value ?? word.prefix)?.[1];
    if (name !== undefined && isPlainSetting({ name, value: after(word, name.length + 1) })) continue;
    // A whole assignment that is not known may set any of them.
    if (name === undefined ? word.value === null && word.prefix === "" : injects(name)) return word;
    if (!gets(call)) continue;
    const given = name === undefined ? /^\w+$/.exec(word.value ?? "")?.[0] : name;
    if (given === undefined || !script.trace.names.has(given)) continue;
    if (steers(given, name === undefined ? null : after(word, given.length + 1))) return word;
  }
  return null;
}

const environment = defineRule({
  id: "env.code_injection",
  verdict: "ask",
  reason: "Sets a variable through which other code gets to run",
  when: injected,
  match: [
    "LD_PRELOAD=./x.so ls",
    "env PATH=/tmp ls",
    "export GIT_SSH_COMMAND=x",
    "PATH=/tmp",
    "sudo PYTHONPATH=x python3 -V",
    "declare -x BASH_ENV=x",
    "export $(cat .env)",
    "GIT_TRACE=/etc/x git status",
    "BAT_PAGER=x bat a",
    "export GIT_TRACE=x; git status",
    "set -a; GIT_TRACE=x; git status",
    "NODE_OPTIONS='--no-warnings --require=./x.js' nyc mocha",
    "PAGER='less -ox' git log",
    "GIT_PAGER='cat; id' git log",
    "LESS='+!id' less x",
    "LD_DEBUG=all LD_DEBUG_OUTPUT=x ls",
    "CC='gcc -B.' make",
    "JAVA_TOOL_OPTIONS=-XX:OnError=id java -version",
    "PATH= ls",
    "export PAGER+=x",
  ],
  notMatch: [
    "FOO=1 NO_COLOR=1 ls",
    "PAGER=cat git log",
    "LESS=-FRX less x",
    "NODE_OPTIONS='--no-warnings --max-old-space-size=4096' ls",
    "export PAGER=cat MAKEFLAGS=-j4",
    "LOCPATH=$HOME/.locale date",
    "LD_DEBUG=libs ls",
    "env CI=1 ls",
    "while IFS= read -r l; do :; done",
    "echo PATH=x",
  ],
});

const setOtherwise = defineRule({
  id: "env.set_otherwise",
  verdict: "ask",
  reason:
    "Sets a variable of the shell through which other code gets to run, by a loop, an expansion or a builtin",
  when: (call, { calls, trace, text }) =>
    call === calls[0] && [...trace.names].some(injects) && OTHERWISE.test(text),
  match: [
    "printf -v PATH /tmp; ls",
    "read PATH <<< /tmp; ls",
    "for PATH in /tmp; do ls; done",
    ': "${PATH:=x}"',
    "unset PATH; ls",
    "exec {PATH}>/dev/null; ls",
    "coproc PATH { ls; }; ls",
    "mapfile -t PATH < f",
    "declare -n x=PATH; x=/tmp; ls",
  ],
  notMatch: [
    "while IFS= read -r l; do echo; done < f",
    "unset IFS",
    "read -r a b",
    "for p in $PATH; do ls; done",
  ],
});

const computedRead = defineRule({
  id: "read.computed_path",
  verdict: "ask",
  reason: "Reads a file whose name is only known when it runs",
  when: (call) =>
    call.effects.find((effect) =>
      effect.kind === "read" && effect.unknown === true && effect.path === undefined &&
      effect.word?.unknown === "computed"
    )?.word,
  match: ["find $(echo a | base64 -d)", 'mapfile x; find "$x"'],
  notMatch: ["find $DIR -name x", "find $(pwd) -name x", "for d in a b; do find $d; done"],
});

/** Which program runs, and what its environment makes of it. */
export const program: readonly Rule[] = [
  notLiteral,
  byPath,
  nonAscii,
  environment,
  setOtherwise,
  computedRead,
];
