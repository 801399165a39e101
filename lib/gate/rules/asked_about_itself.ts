/** The rule about a program that is not known and only asked which version it is, or how it is used. */
import type { Call } from "../call.ts";
import { injects, steers } from "../grammar/environment.ts";
import { purposeOfAll } from "../grammar/scripts.ts";
import { defineRule, type Rule, type Script } from "../rule.ts";

/**
 * What every program should answer without doing anything else (GNU Coding Standards, "Command-Line Interfaces"). No
 * standard speaks for the others: `-h` halts or names a host, `-V` verifies, `version` and `help` are operands.
 */
const QUESTIONS = /^--(?:version|help)$/;

const NAME = /^[A-Za-z0-9][\w.+-]{0,99}$/;

/** What runs a program as it stands: here, with the same rights, found in the same way. */
const AS_IT_STANDS = /^(?:env|command|time|timeout|nice|ionice|stdbuf|bash|sh|dash)$/;

/** Written out word for word, found by the search path, and asked one question. */
function isQuestion({ program, name, args }: Call): boolean {
  const [question] = args;
  return NAME.test(name) && program.text === name && args.length === 1 && question !== undefined &&
    QUESTIONS.test(question.text) && question.value === question.text;
}

/** Nothing goes in, and nothing but its output comes out. */
function isApart({ input, effects, privileged, remote, via }: Call): boolean {
  return (input.kind === "inherit" || (input.kind === "file" && input.file.value === "/dev/null")) &&
    effects.length === 0 && !privileged && !remote && via.every((name) => AS_IT_STANDS.test(name));
}

/** The line may give the name to something else: a function, an alias, another file, another search path. */
function mayBeAnother(call: Call, { calls, trace }: Script): boolean {
  const { defined, names, unset } = trace;
  return [call.name, "command_not_found_handle", "*"].some((name) => defined.has(name)) ||
    call.assignments.some(({ name, value }) => injects(name) || steers(name, value)) ||
    [...names, ...unset].some((name) => name !== "IFS" && injects(name)) ||
    calls.some(({ name, args, redirects }) =>
      name === "exec" ? redirects.length > 0 : /^(?:hash|enable)$/.test(name) && args.length > 0
    );
}

/** Allows `PROGRAM --version` and `PROGRAM --help` of a program that the catalogue does not have. */
export const askedAboutItself: Rule = defineRule({
  id: "program.asked_about_itself",
  verdict: "allow",
  reason: "Only asks a program which version it is, or how it is used",
  when: (call, script) =>
    !call.known && isQuestion(call) && isApart(call) && !mayBeAnother(call, script) &&
    // Small scripts that do one thing do it whatever they are asked.
    purposeOfAll([call.name]) !== "act",
  match: [
    "frobnicate --version",
    "frobnicate --help 2>&1 | head",
    "timeout 5 frobnicate --help",
    "bash -c 'frobnicate --version'",
    "while IFS= read -r x; do frobnicate --help </dev/null; done",
  ],
  notMatch: [
    "ls --version",
    "frobnicate -h",
    "frobnicate --help x",
    "./frobnicate --help",
    "sudo frobnicate --help",
    "PATH=. frobnicate --help",
    "frobnicate() { ls; }; frobnicate --help",
    "alias frobnicate=ls; frobnicate --help",
    "frobnicate --help > x",
    "echo | frobnicate --help",
    "xargs frobnicate --help",
    "deploy --help",
    "$X --help",
  ],
});
