import { answer } from "gatehouse/gate/answer.ts";
import { judgeWith, type Policy } from "gatehouse/gate/judge.ts";
import { remembered } from "gatehouse/gate/remembered.ts";
import { rules } from "gatehouse/gate/rules/mod.ts";
import { assertEquals, assertTrue } from "../assert.ts";

/** A set of rules of this test's own: what is remembered goes with it. */
const policy = (): Policy => ({ rules, textRules: [] });

Deno.test("a remembered answer is the one that was given, for this command, this place and these rules", () => {
  const own = policy();
  for (const command of ["ls", "rm -rf build", "rm -rf ..", "make build"]) {
    for (const cwd of ["/home/a/p", "/", undefined]) {
      const options = cwd === undefined ? {} : { cwd };
      const first = remembered(own, command, options);
      assertTrue(remembered(own, command, options) === first);
      assertEquals(first, answer(judgeWith(own, command, options).verdict, { command, ...options }));
    }
  }
  assertEquals(
    remembered({ ...own, rules: [] }, "rm -rf build").rule === remembered(own, "rm -rf build").rule,
    false,
  );
});

Deno.test("a remembered answer cannot be changed", () => {
  const own = policy();
  const verdict = remembered(own, "rm -rf build");
  const changes = [
    () => Object.assign(verdict, { decision: "allow" }),
    () => verdict.findings.pop(),
    () => Object.assign(verdict.findings[0] ?? {}, { verdict: "allow" }),
  ];
  for (const change of changes) {
    let refused = false;
    try {
      change();
    } catch (error) {
      refused = error instanceof TypeError;
    }
    assertTrue(refused, `${change}`);
  }
  assertEquals(remembered(own, "rm -rf build").decision, "ask");
});

Deno.test("the answers that were asked for longest ago are forgotten first, and long commands are not kept", () => {
  const own = policy();
  const first = remembered(own, "ls 0");
  const second = remembered(own, "ls 1");
  for (let at = 2; at < 4_096; at++) remembered(own, `ls ${at}`);
  assertTrue(remembered(own, "ls 0") === first);
  remembered(own, "ls 4096");
  assertTrue(remembered(own, "ls 0") === first);
  assertTrue(remembered(own, "ls 1") !== second);
  const long = `ls ${"x".repeat(600)}`;
  assertTrue(remembered(own, long) !== remembered(own, long));
});
