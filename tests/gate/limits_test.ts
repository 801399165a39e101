import { assertEquals, assertTrue } from "../assert.ts";
import { verdictOf } from "./engine_policy.ts";

/** Far past every bound; that the test ends at all is part of what it proves. */
const BOMBS: Readonly<Record<string, readonly [command: string, rule: string]>> = {
  "a text of a million characters": ["x".repeat(1_000_000), "limit.length"],
  "twenty thousand commands": ["a;".repeat(20_000), "limit.length"],
  "ten thousand commands": ["a;".repeat(10_000), "limit.syntax"],
  "three thousand commands": ["a;".repeat(3_000), "limit.calls"],
  "a pipe of nine thousand": [`${"a|".repeat(9_000)}a`, "limit.syntax"],
  "a pipe of three thousand": [`${"a|".repeat(3_000)}a`, "limit.calls"],
  "functions that double": [
    Array.from({ length: 40 }, (_, index) => `f${index + 1}(){ f${index}; f${index}; }`).join(";"),
    "limit.calls",
  ],
  "groups in groups": [`${"{ ".repeat(110)}ls${"; }".repeat(110)}`, "limit.nesting"],
  "substitutions in substitutions": ["$(".repeat(9_000), "limit.syntax"],
  "a few substitutions without an end": ["$(".repeat(90), "limit.parse"],
  "twenty thousand quotes": ["'".repeat(20_000), "limit.syntax"],
  "alternatives times alternatives": [`echo ${"{a,b}".repeat(3_900)}`, "limit.syntax"],
  "shells in shells": [`${"eval ".repeat(11)}ls`, "limit.wrappers"],
  "names that may be nothing": ["$x ".repeat(6_000), "limit.calls"],
  "eleven wrappers": ["nice ".repeat(11) + "ls", "limit.wrappers"],
  "nothing": ["", "limit.empty"],
  "blanks": [" \t\n", "limit.empty"],
  "a comment": ["# rm", "limit.empty"],
  "an unclosed quote": ["echo 'x", "limit.parse"],
  "an unclosed quote in a nested script": ['bash -c "echo \'x"', "limit.parse"],
  "a bracket the parser passes over": ["ls (rm -rf x", "limit.parse"],
  "a bracket the parser takes for a comment": ["ls(# \nls", "limit.parse"],
  "an expansion the parser cuts short": ["echo ${x/$(rm -rf /)/y}", "limit.parse"],
};

for (const [name, [command, rule]] of Object.entries(BOMBS)) {
  Deno.test(`${name}: denied by ${rule}`, () => {
    const verdict = verdictOf(command);
    assertEquals([verdict.decision, verdict.rule], ["deny", rule], verdict.reason);
  });
}

Deno.test("ten wrappers are still followed", () => {
  assertEquals(verdictOf("nice ".repeat(10) + "rm -rf /").rule, "test.loss");
});

Deno.test("what a verdict lists is bounded", () => {
  const verdict = verdictOf(`${"rm a; x > y$RANDOM; ".repeat(300)}:`);
  assertTrue(verdict.findings.length <= 64 && verdict.effects.length <= 64);
});

Deno.test("values that double stop being followed, and the command stays judged", () => {
  const doubled = `a=xxxxxxxx;${"a=$a$a;".repeat(60)} $a`;
  assertEquals(verdictOf(doubled).rule, "program.not_literal");
});

Deno.test("a variable that is repeated until it is huge is refused, in words, bodies and lists", () => {
  const long = "x".repeat(9_000);
  const commands = [
    `a=${long}; echo ${"$a ".repeat(1_000)}`,
    `a=${long}; echo ${"$a".repeat(1_000)}`,
    `a=${long}; cat <<E\n${"$a".repeat(1_000)}\nE`,
    `set -- ${"x ".repeat(4_000)}; ${'echo "$@";'.repeat(500)}`,
  ];
  for (const command of commands) assertEquals(verdictOf(command).rule, "limit.words");
});
