/** Every rule does what its own examples say, and every deny rule is needed. */
import { judgeWith } from "gatehouse/gate/judge.ts";
import { rules, textRules } from "gatehouse/gate/rules/mod.ts";
import { assertEquals, assertTrue } from "../assert.ts";

const PLACE = { cwd: "/home/user/project" };
const all = [...rules, ...textRules];

function fires(id: string, command: string): boolean {
  const only = {
    rules: rules.filter((rule) => rule.id === id),
    textRules: textRules.filter((rule) => rule.id === id),
  };
  return judgeWith(only, command, PLACE).verdict.findings.some((finding) => finding.rule === id);
}

Deno.test("no two rules have the same name", () => {
  assertEquals(new Set(all.map((rule) => rule.id)).size, all.length);
});

Deno.test("a rule is named `pack.name`, and gives its reason as a sentence without a full stop", () => {
  for (const rule of all) {
    assertTrue(/^[a-z]+\.[a-z0-9_]+$/.test(rule.id), rule.id);
    assertTrue(/^[A-Z].*[^.]$/.test(rule.reason), `${rule.id}: ${rule.reason}`);
  }
});

for (const rule of all) {
  Deno.test(`${rule.id} fires on its examples and on nothing it names as different`, () => {
    assertTrue(rule.match.length > 0 && rule.notMatch.length > 0, "Give examples of both kinds");
    for (const command of rule.match) {
      assertTrue(fires(rule.id, command), `should fire on ${JSON.stringify(command)}`);
    }
    for (const command of rule.notMatch) {
      assertTrue(!fires(rule.id, command), `should not fire on ${JSON.stringify(command)}`);
    }
  });
}

for (const rule of all.filter((each) => each.verdict === "deny")) {
  Deno.test(`without ${rule.id} some command would no longer be denied`, () => {
    const rest = {
      rules: rules.filter((each) => each.id !== rule.id),
      textRules: textRules.filter((each) => each.id !== rule.id),
    };
    const needed = rule.match.some((command) =>
      judgeWith({ rules, textRules }, command, PLACE).verdict.decision === "deny" &&
      judgeWith(rest, command, PLACE).verdict.decision !== "deny"
    );
    assertTrue(
      needed,
      "Every example is denied by another rule as well: add one that is not, or drop the rule",
    );
  });
}
