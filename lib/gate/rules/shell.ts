/** Rules about the shell itself: text that becomes code, and functions that multiply. */
import { readsAlike } from "../other_shells.ts";
import { codeSources, isDecoder, usesNetwork } from "../flow.ts";
import type { Call } from "../call.ts";
import { defineRule, type Rule, type Script } from "../rule.ts";
import { isInert } from "../scope.ts";

const forkBomb = defineRule({
  id: "shell.fork_bomb",
  verdict: "deny",
  reason: "A function that starts copies of itself fills the machine",
  when: (call) => call.recursion === "forks",
  match: [":(){ :|:& };:", "b(){ b|b& };b", "f(){ f & f & }", "a(){ b & }; b(){ a & }; a", "f(){ (f); }"],
  notMatch: ["f(){ ls | wc; }; f | cat", "f(){ ls; }; f & f &"],
});

const recursion = defineRule({
  id: "shell.recursion",
  verdict: "ask",
  reason: "A function that calls itself may never end",
  when: (call) => call.recursion === "loops",
  match: ["f(){ ls; f; }; f"],
  notMatch: ["f(){ ls; }; f; f"],
});

const downloaded = defineRule({
  id: "shell.run_download",
  verdict: "deny",
  reason: "Runs a text that was just fetched over the network, unseen",
  safer: "Save it to a file, read it, then run it",
  when: (call) => call.code.length > 0 && codeSources(call).some(usesNetwork),
  match: ["ssh h cat x | sh", "bash <(ssh h x)", 'eval "$(ssh h x)"', "ssh h x | sudo -E bash -s -- -y"],
  notMatch: ["ssh h x | cat", "echo ls | sh"],
});

const decoded = defineRule({
  id: "shell.run_decoded",
  verdict: "deny",
  reason: "Runs a text that was just decoded, so that nobody has read it",
  safer: "Decode it to a file, read it, then run it",
  when: (call) => call.code.length > 0 && codeSources(call).some(isDecoder),
  match: ["echo cm0= | base64 -d | /bin/sh", 'bash -c "$(echo x | xxd -r -p)"', 'sh <<<"$(base64 -d x)"'],
  notMatch: ["base64 -d x | cat"],
});

const unseen = defineRule({
  id: "shell.unknown_code",
  verdict: "ask",
  reason: "Runs a text that is only known when it runs",
  when: (call) => call.code.find((code) => code.text === null && code.file === null),
  match: ["cat x | bash", "eval $X", 'bash -c "echo $X"', "bash", "ssh host", "su"],
  notMatch: ["bash -c 'echo $X'", "echo ls | sh", "eval ls", "sh <<'E'\nls\nE"],
});

const scriptFile = defineRule({
  id: "shell.script_file",
  verdict: "ask",
  reason: "Runs a script whose text was not shown",
  when: (call) => call.code.find((code) => code.file !== null),
  match: ["bash x.sh", "source ./env.sh", ". x", "sh < x.sh", "bash <(ls)", "bash --rcfile x -c ls"],
  notMatch: ["bash -c ls", "cat x.sh"],
});

/** Options of zsh and ksh that leave the meaning of plain words as it is. */
const PLAIN_OPTIONS = /^(?:-[celux]|--login)$/;

const otherShell = defineRule({
  id: "shell.other_shell",
  verdict: "ask",
  reason: "Runs a text in a shell that reads it in another way than bash, in which it is judged here",
  safer: "Run the command itself, or with bash",
  when: (call) =>
    call.code.find(({ language, text }) =>
      language === "other-shell" ||
      language === "near-shell" && text !== null &&
        !(readsAlike(text) && call.options.options.every(({ name }) => PLAIN_OPTIONS.test(name)))
    ),
  match: ["fish -c ls", "pwsh -c x", "zsh -c 'ls *(e:x:)'", "ksh -c 'echo $X'", "echo 'ls =x' | zsh"],
  notMatch: ["zsh -lc 'git status'", "bash -c 'echo $X'", "zsh -c 'ls && wc a | head'"],
});

/** A subscript in quotes, which only becomes code when a name or number is evaluated. */
const SUBSCRIPT = /\w\[[^\]]{0,200}(?:\$\(|`)|\[[^\]]{200}/;

/** A `$` or backtick by its number. */
const ESCAPED = /\\(?:x(?:24|60)|0?(?:044|44|140)|[uU]0*(?:24|60)(?![0-9a-fA-F]))/;

/** Where the shell evaluates names and numbers; a line may begin in another language's text, as `\n`. */
const EVALUATES =
  /\(\(|\[\[|\$\[|(?:\b|\\[nrt])(?:let|declare|typeset|local|export|readonly|read|unset|test|mapfile|readarray|wait)\b|-v\b|\$\{\w+[:[]|\$\{!|\w\[[^\]]{0,200}\]\+?=/;

/** Some text that the shell takes as it stands could run something where a name or number is evaluated. */
function hides(call: Call, { text, trace }: Script): boolean {
  if (trace.prompted) return true;
  if (!SUBSCRIPT.test(text) && !(text.includes("[") && (trace.inert || ESCAPED.test(text)))) return false;
  return EVALUATES.test(text) || call.name === "printf";
}

const hiddenEvaluation = defineRule({
  id: "shell.hidden_evaluation",
  verdict: "ask",
  reason: "Holds a text that the shell may evaluate as code where a number or name is expected",
  when: (call, script) => call === script.calls[0] && hides(call, script),
  match: [
    "x='a[$(id)]'; (( x ))",
    "unset 'a[$(id)]'",
    "test -v 'a[$(id)]'",
    "echo ${x@P}",
    "read x <<< 'a[`id`]'; echo $((x))",
    "[[ 'a[$(id)]' -eq 1 ]]",
    "x='a[$''(id)]'; (( x ))",
    "x=$'a[\\x24(id)]'; (( x ))",
    "x='a[$(id)]'; b[x]=1",
    "r='a[$(id)]'; echo ${!r}",
    "y=0; x=('$(id)'); echo ${x[${y}]@P}",
  ],
  notMatch: [
    "x='a[1]'; ((x))",
    "echo 'a[$(id)]'",
    "echo ${x@Q}",
    "(( a[1] ))",
    "[[ -f x ]] && awk '{print $1}' f",
  ],
});

/** Builtins whose option values are run, or expanded once more. */
const callback = defineRule({
  id: "shell.callback",
  verdict: "ask",
  reason: "Gives the shell a text that it runs or expands later",
  programs: ["mapfile", "readarray", "compgen", "complete", "compopt", "bind"],
  when: (call) => {
    const lists = call.name === "mapfile" || call.name === "readarray";
    return call.args.find((word) => {
      const text = word.value ?? word.prefix;
      if (lists) return /^-\w*C/.test(text) || (word.unknown === "computed" && word.prefix === "");
      return call.name === "bind" ? !/^-[lpPsSvVX]$/.test(text) : word.value === null || isInert(text);
    });
  },
  match: [
    "mapfile -C 'rm x' -c 1 a < f",
    "readarray -tC evil a < f",
    "compgen -W '$(rm x)'",
    "compgen -W '`rm x`' a",
    'bind \'"x": "rm x\\n"\'',
    "bind -f x",
  ],
  notMatch: ["mapfile -t a < f", "compgen -W 'a b' a", "compgen -c", "bind -p"],
});

/** Tables of the shell that say what a name runs. */
const TABLES = /^(?:BASH_CMDS|BASH_ALIASES)$/;

const table = defineRule({
  id: "shell.command_table",
  verdict: "ask",
  reason: "Changes which program a name stands for",
  when: (call, { calls, trace, text }) =>
    call === calls[0] &&
    ([...trace.names].some((name) => TABLES.test(name)) || /BASH_(?:CMDS|ALIASES)\b/.test(text)),
  match: [
    "BASH_CMDS[ls]=/tmp/x; ls",
    "declare 'BASH_CMDS[ls]=/tmp/x'; ls",
    "printf -v 'BASH_CMDS[ls]' /tmp/x; ls",
    "read 'BASH_CMDS[ls]' <<< /tmp/x; ls",
    "BASH_ALIASES[ls]='rm x'",
  ],
  notMatch: ["hash -r", "ls"],
});

const hiddenFiles = defineRule({
  id: "shell.dotglob",
  verdict: "ask",
  reason: "Makes patterns such as * take hidden files along, with the secrets among them",
  programs: ["shopt", "bash"],
  when: (call) =>
    (call.name !== "shopt" || call.args.some((word) => /^-\w*s/.test(word.value ?? ""))) &&
    call.args.find((word) => word.value === "dotglob"),
  match: ["shopt -s dotglob; cat *", "bash -O dotglob -c 'cat *'"],
  notMatch: ["shopt -u dotglob", "shopt dotglob", "shopt -s nullglob"],
});

/** Text that becomes code, and functions that multiply. */
export const shell: readonly Rule[] = [
  forkBomb,
  recursion,
  downloaded,
  decoded,
  unseen,
  scriptFile,
  otherShell,
  hiddenEvaluation,
  callback,
  table,
  hiddenFiles,
];
