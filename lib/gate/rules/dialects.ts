/** Texts that the shell which reads them may take in another way than bash, in which they are judged. */
import { defineRule, type Rule } from "../rule.ts";

/** What hands its text to bash for certain; `sh` is dash on many systems, and so is what `system()` starts. */
const BY_BASH = new Set([
  "bash",
  "rbash",
  "eval",
  "source",
  ".",
  "trap",
  "alias",
  "coproc",
  "mapfile",
  "readarray",
]);

/**
 * What bash alone has, or reads in its own way. In a POSIX shell `((x))` is a subshell in a subshell, `&>` is `&` and
 * `>`, `[[` and `declare` are programs, `$'` is a `$` and a quote, and `echo` takes `\n` for a line end (POSIX.1-2024,
 * Shell Command Language).
 */
const OF_BASH = new RegExp(
  [
    String.raw`(?:^|[^$])\(\(`,
    String.raw`\[\[|&>|\$['"]|<<<|[<>]\(|\|&|;&|\w\+?=\(`,
    String
      .raw`(?:^|[\s;&|(){}])(?:function|declare|typeset|let|mapfile|readarray|shopt|coproc|select|source|builtin|` +
    String.raw`enable|compgen|complete|bind|caller|disown|dirs|pushd|popd|suspend|logout)\b`,
    String.raw`\$\{[^}]{0,200}?(?:[/^,@!]|:[^-=?+])`,
    String.raw`(?:^|[\s;&|(){}])echo\b[^;&|\n]{0,500}?\\`,
  ].join("|"),
);

const notBash = defineRule({
  id: "shell.other_reading",
  verdict: "ask",
  reason: "Hands a text that only bash reads as it is judged here to a shell that may be another one",
  safer: "Name bash instead of sh",
  when: (call) =>
    !BY_BASH.has(call.name) &&
    call.code.find(({ language, text }) => language === "shell" && text !== null && OF_BASH.test(text)),
  match: [
    "sh -c '((ls))'",
    "sh -c 'true &>/dev/null ls'",
    "sh -c '[[ a > b ]]'",
    "sh -c 'X=ls; declare X=id; $X'",
    "awk 'BEGIN{system(\"((ls))\")}'",
    "echo '((ls))' | sh",
    "sh <<'E'\necho $'a'\nE",
    "sh -c \"echo 'ls\\nid' | sh\"",
    "watch '((ls))'",
  ],
  notMatch: [
    "bash -c '((x = 1))'",
    "sh -c 'ls; wc a'",
    "sh -c 'echo $((1 + 2))'",
    "sh -c 'X=${A:-b}; ls'",
    "((x = 1))",
  ],
});

const extendedPattern = defineRule({
  id: "shell.extended_pattern",
  verdict: "ask",
  reason: "Holds a form that bash refuses unless it is set up for it, and in which other shells run code",
  when: (call) =>
    call.args.find((word) =>
      word.glob && /[?*+@!]\(/.test(word.text) || word.value === null && word.text.includes("${(")
    ),
  match: ["ls *(e:x:)", "echo ${(e)X}", 'echo "${(e)X}"', "ls !(a)"],
  notMatch: ["ls *", "grep '*(' a", "echo '${(e)X}'", "ls (a)"],
});

/** In the order in which they are named when several are equally strict. */
export const dialects: readonly Rule[] = [notBash, extendedPattern];
