/** The policy that clients read tells what is loaded. */
import { policyText } from "gatehouse/gate/policy.ts";
import { RuleBook } from "gatehouse/gate/rulebook.ts";
import { rules, textRules } from "gatehouse/gate/rules/mod.ts";
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { PUSH, ruleToml, withRuleFile } from "./operator/parts/rules.ts";

const OVERRIDE = {
  id: "ops.scratch",
  verdict: "allow",
  reason: "Thrown away | every <b>night</b>",
  program: "rm",
  args: ["-rf", "/srv/scratch"],
  override: true,
  match: ["rm -rf /srv/scratch"],
  not_match: ["rm -rf /srv"],
};

Deno.test("the policy lists every built-in rule once, and the words before them stand", async () => {
  const text = await policyText({ rules: await RuleBook.open(null) });
  for (const { id, verdict } of [...rules, ...textRules]) {
    assertEquals(text.split(`| \`${id}\` | ${verdict} |`).length, 2, id);
  }
  assertIncludes(text, "## Duties on ask");
  assertIncludes(text, "It promises nothing in law");
  assertIncludes(text, "There are none.");
});

Deno.test("the policy lists the operator's rules with what they override, but not their arguments", async () => {
  await withRuleFile(ruleToml({ ...PUSH, under: "/home/a" }) + ruleToml(OVERRIDE), async (path) => {
    const text = await policyText({ rules: await RuleBook.open(path) });
    assertIncludes(
      text,
      "| `ops.push` | allow | git, under /home/a | Topics are reviewed before they are merged |",
    );
    assertIncludes(text, "| `ops.scratch` | allow, overrides files.delete_system | rm |");
    assertIncludes(text, "Thrown away \\| every \\<b\\>night\\</b\\>");
    assertTrue(!text.includes("/srv/scratch") && !text.includes("topic/"));
  });
});

Deno.test("the policy follows the file, and says when it could not", async () => {
  await withRuleFile(ruleToml(PUSH), async (path) => {
    const book = await RuleBook.open(path, { stillMs: 0, warn() {} });
    await Deno.writeTextFile(path, ruleToml({ ...PUSH, id: "ops.other" }));
    assertIncludes(await policyText({ rules: book }), "`ops.other`");
    await Deno.writeTextFile(path, "oops = 1");
    const text = await policyText({ rules: book });
    assertIncludes(text, "**Not up to date:**");
    assertIncludes(text, "`ops.other`");
  });
});

Deno.test("the policy stays bounded with the largest file", async () => {
  const many = Array.from(
    { length: 256 },
    (_, at) => ruleToml({ ...PUSH, id: `ops.rule_${at}`, reason: "r".repeat(400) }),
  );
  await withRuleFile(many.join("\n"), async (path) => {
    const text = await policyText({ rules: await RuleBook.open(path) });
    assertTrue(text.length <= 130_000, `${text.length} characters`);
    assertIncludes(text, "## Duties on ask");
  });
});
