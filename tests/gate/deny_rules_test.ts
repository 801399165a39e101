/**
 * The rules that deny, by name. The other tests of rules make their cases from the rules there are, so a rule that is
 * gone takes its cases with it: here it is missed. Whoever takes a deny away has to say so in this list.
 */
import { rules, textRules } from "gatehouse/gate/rules/mod.ts";
import { assertEquals } from "../assert.ts";

const denying = JSON.parse(await Deno.readTextFile(new URL("deny_rules.json", import.meta.url)));

Deno.test("no rule that denies is gone, and none is new without being listed", () => {
  const found = [...textRules, ...rules].filter(({ verdict }) => verdict === "deny").map(({ id }) => id);
  assertEquals(found.sort(), denying);
});
