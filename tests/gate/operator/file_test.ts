/** Every way in which a rule file can be wrong is told with its line, and nothing of the file counts. */
import { ToolError } from "gatehouse/core/errors.ts";
import { parseRules } from "gatehouse/gate/operator/file.ts";
import { RuleLines } from "gatehouse/gate/operator/lines.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { PUSH, rulesOf, ruleToml } from "./parts/rules.ts";

async function refusal(text: string): Promise<string> {
  try {
    await parseRules(text, "/r.toml");
  } catch (error) {
    if (error instanceof ToolError && error.code === "CONFIG_INVALID") return error.line;
    throw error;
  }
  throw new Error("The file was not refused");
}

const DENY = {
  id: "ops.reboot",
  verdict: "deny",
  reason: "This machine stays up",
  program: "reboot",
  match: ["reboot"],
  not_match: ["uptime"],
};

/** What is changed in a good rule, and what the refusal says. */
const BAD: readonly (readonly [what: string, fields: Readonly<Record<string, unknown>>, says: string])[] = [
  ["an unknown key", { ...PUSH, verdct: "x" }, "/r.toml:9: unknown key verdct. Did you mean verdict?"],
  ["a key near to none", { ...PUSH, zebra: 1 }, "unknown key zebra. The keys are id, verdict,"],
  ["no id", { ...PUSH, id: undefined }, "/r.toml:1: the rule number 1 has no id"],
  ["no verdict", { ...PUSH, verdict: undefined }, "the rule ops.push has no verdict"],
  ["no reason", { ...PUSH, reason: undefined }, "the rule ops.push has no reason"],
  ["no program in an allow", { ...PUSH, program: undefined }, "the rule ops.push has no program"],
  ["no match", { ...PUSH, match: undefined }, "the rule ops.push has no match"],
  ["no not_match", { ...PUSH, not_match: undefined }, "the rule ops.push has no not_match"],
  ["an empty match", { ...PUSH, match: [] }, "match cannot be []"],
  ["a blank example", { ...PUSH, match: [" "] }, 'match cannot be " "'],
  [
    "a verdict that is none",
    { ...PUSH, verdict: "grey" },
    '/r.toml:3: verdict cannot be "grey". Give "allow"',
  ],
  ["a number for a text", { ...PUSH, reason: 7 }, "/r.toml:4: reason cannot be 7"],
  ["an empty reason", { ...PUSH, reason: "  " }, "reason cannot be"],
  ["a reason of two lines", { ...PUSH, reason: "a\nb" }, "reason cannot be"],
  ["a reason that turns the text around", { ...PUSH, reason: "a\u202eb" }, "reason cannot be"],
  ["a long reason", { ...PUSH, reason: "a".repeat(501) }, "reason cannot be"],
  ["an id without a pack", { ...PUSH, id: "push" }, '/r.toml:2: id cannot be "push"'],
  ["an id in capitals", { ...PUSH, id: "Ops.push" }, "id cannot be"],
  ["a built-in pack", { ...PUSH, id: "git.mine" }, "/r.toml:2: the pack git is built in"],
  ["the pack of the model", { ...PUSH, id: "model.opinion" }, "the pack model is built in"],
  ["the pack of limits", { ...PUSH, id: "limit.mine" }, "the pack limit is built in"],
  ["a pattern as program", { ...PUSH, program: "g*t" }, 'program cannot be "g*t"'],
  ["a relative path as program", { ...PUSH, program: "./x" }, 'program cannot be "./x"'],
  ["no program in the list", { ...PUSH, program: [] }, "program cannot be []"],
  ["arguments in one text", { ...PUSH, args: "push" }, 'args cannot be "push"'],
  ["an argument that is a number", { ...PUSH, args: ["push", 1] }, "args cannot be 1"],
  ["an empty choice", { ...PUSH, args: ["push", []] }, "args cannot be []"],
  ["a relative directory", { ...PUSH, under: "project" }, 'under cannot be "project"'],
  ["the root as directory", { ...PUSH, under: "/" }, 'under cannot be "/"'],
  ["a directory with ..", { ...PUSH, under: "/home/../etc" }, "under cannot be"],
  ["a pattern as directory", { ...PUSH, under: "/home/*" }, "under cannot be"],
  ["a variable with a blank", { ...PUSH, env: "A B" }, "env cannot be"],
  ["a word for a truth", { ...PUSH, stdin: "yes" }, 'stdin cannot be "yes"'],
  ["option with allow", { ...PUSH, option: "-f" }, "/r.toml:9: option does not go with the verdict allow"],
  ["effect with allow", { ...PUSH, effect: "network" }, "effect does not go with the verdict allow"],
  ["override with deny", { ...DENY, override: true }, "override does not go with the verdict deny"],
  ["stdin with deny", { ...DENY, stdin: true }, "stdin does not go with the verdict deny"],
  ["an unknown effect", { ...DENY, effect: "smell" }, 'effect cannot be "smell"'],
  ["an option without a dash", { ...DENY, option: "force" }, 'option cannot be "force"'],
  [
    "an example that does not match",
    { ...PUSH, match: ["git push origin main", "git push"] },
    '/r.toml:1: ops.push: "git push" stands in match, but the rule does not speak for it',
  ],
  [
    "a counterexample that does match",
    { ...PUSH, not_match: ["git push origin topic/x"] },
    '/r.toml:1: ops.push: "git push origin topic/x" stands in not_match, but the rule speaks for it',
  ],
  [
    "a counterexample for a deny that does match",
    { ...DENY, not_match: ["sudo reboot -f"] },
    "stands in not_match, but the rule speaks for it",
  ],
  [
    "an example that stays denied",
    { ...PUSH, program: "rm", args: ["-rf", "/"], match: ["rm -rf /"], not_match: ["rm x"] },
    "stays deny by files.delete_root. A built-in deny is lifted only with override = true",
  ],
  [
    "an example that another part of its line keeps denied",
    { ...PUSH, match: ["git push origin main; rm -rf /"] },
    "stays deny by files.delete_root",
  ],
  [
    "an example that another part of its line keeps asked about",
    { ...PUSH, match: ["git push origin main && git push"] },
    "stays ask by git.push",
  ],
  ["an override of nothing", { ...PUSH, override: true }, "is denied by no built-in rule. Take override out"],
  [
    "an example that cannot be parsed",
    { ...PUSH, match: ["git push origin main )"] },
    "stands in match, but the rule does not speak for it",
  ],
];

for (const [what, fields, says] of BAD) {
  Deno.test(`a rule with ${what} is refused`, async () => {
    assertIncludes(await refusal(ruleToml(fields)), says);
  });
}

const WRONG_FILES: readonly (readonly [what: string, text: string, says: string])[] = [
  ["no TOML", "[[rule]]\nid = \n", "/r.toml:2: "],
  ["another table", "[rules]\nx = 1\n", "/r.toml:1: unknown key rules. Write [[rule]]"],
  ["a key above the rules", `\nversion = 1\n${ruleToml(PUSH)}`, "/r.toml:2: unknown key version"],
  ["a table instead of a list", "\n[rule]\nid = 'x'\n", "/r.toml:2: rule is no list"],
  ["a rule that is no table", "rule = [1]\n", "a rule is no table"],
  [
    "the same id twice",
    `${ruleToml(PUSH)}\n${ruleToml(PUSH)}`,
    "/r.toml:11: the id ops.push is taken by the rule at line 1",
  ],
  ["more than 256 rules", "[[rule]]\n".repeat(257), "/r.toml:257: 257 rules are more than 256"],
  [
    "a mistake after a text that looks like a rule",
    `${ruleToml({ ...PUSH, match: undefined })}match = ["""\n[[rule]]\n""", "git push origin main"]\n${
      ruleToml(DENY)
    }oops = 1\n`,
    "unknown key oops",
  ],
];

for (const [what, text, says] of WRONG_FILES) {
  Deno.test(`a file with ${what} is refused`, async () => {
    assertIncludes(await refusal(text), says);
  });
}

Deno.test("the line of a mistake is found behind comments, texts of several lines and other rules", async () => {
  const text = `# one\n\n${
    ruleToml(DENY)
  }\n# two\n[[rule]] # three\nid = "ops.x"\nreason = """\\\n  a\\\n  """\n\n# four\nverdct = 1\n`;
  const line = text.split("\n").indexOf("verdct = 1") + 1;
  assertIncludes(await refusal(text), `/r.toml:${line}: unknown key verdct`);
});

Deno.test("control characters of a file never reach a message as they are", async () => {
  const line = await refusal('[[rule]]\n"a\\u001b[2J" = 1\n');
  // deno-lint-ignore no-control-regex -- these are what must not be there
  assertTrue(!/[\x00-\x1f]/.test(line), line);
});

Deno.test("an empty file has no rules, and a good one all of its rules in order", async () => {
  assertEquals(await parseRules("", "/r.toml"), []);
  assertEquals((await rulesOf(PUSH, DENY)).map(({ id, line }) => [id, line]), [["ops.push", 1], [
    "ops.reboot",
    10,
  ]]);
});

Deno.test("two rules that contradict each other on an example are refused", async () => {
  const text = ruleToml(PUSH) + ruleToml({
    ...DENY,
    id: "ops.no_push",
    program: "git",
    subcommand: "push",
    match: ["git push"],
    not_match: ["git pull"],
  });
  assertIncludes(await refusal(text), '"git push origin main" stays deny by ops.no_push');
});

Deno.test("a line is not looked for again and again among ten thousand that look like headers", async () => {
  const { parse } = await import("smol-toml");
  let parsed = 0;
  const counting = (text: string) => {
    parsed += text.length;
    return parse(text);
  };
  const text = `[[rule]]\nreason = '''${"\n[[rule]]".repeat(20_000)}'''\n`;
  assertEquals(new RuleLines(text, counting).ofKey(0, "reason") > 0, true);
  assertTrue(parsed < 5_000_000, String(parsed));
});

Deno.test("a reason holds nothing that cannot be seen", async () => {
  for (const hidden of ["\u061c", "\u202e", "\u00ad", "\u{e0041}", "\u2028", "\u200b"]) {
    assertIncludes(await refusal(ruleToml({ ...PUSH, reason: `a${hidden}b` })), "reason cannot be");
  }
});
