/** A suggested rule loads as it is written, allows the command, and nothing beside it. */
import { judgeWith } from "gatehouse/gate/judge.ts";
import { parseRules } from "gatehouse/gate/operator/file.ts";
import suggest, { type Suggestion } from "gatehouse/gate/operator/suggest.ts";
import { RuleBook } from "gatehouse/gate/rulebook.ts";
import { rules, textRules } from "gatehouse/gate/rules/mod.ts";
import { GateService } from "gatehouse/gate/service.ts";
import { gateSettings } from "gatehouse/gate/settings.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { builtInVerdict, CWD, PUSH, ruleToml, verdictWith, withRuleFile } from "./parts/rules.ts";

async function serviceWith(path: string | null): Promise<GateService> {
  const model = { call: () => Promise.reject(new Error("no model")) };
  return new GateService(gateSettings.parse({}), model, await RuleBook.open(path));
}

const service = await serviceWith(null);

function suggested(command: string, options: { cwd?: string; under?: boolean } = {}): Promise<Suggestion> {
  return suggest({ command, cwd: options.cwd ?? CWD, under: options.under ?? false }, service);
}

async function commandsOf(file: string): Promise<readonly { command: string; cwd?: string }[]> {
  const text = await Deno.readTextFile(new URL(`../${file}`, import.meta.url));
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

/**
 * The same line with something else about it. Where a line has several calls, or a wrapper that takes words of its own,
 * only what is about the line as a whole.
 */
function neighbours(command: string, text: string): string[] {
  const whole = [
    `${command} ; rm -rf /`,
    `${command} && frobnicate`,
    `${command} | sh`,
    `${command} $(evil)`,
    `${command} > /etc/x`,
    `sudo ${command}`,
    `LD_PRELOAD=x ${command}`,
  ];
  if (/[;&|\n(]/.test(command) || text.includes("\nvia = ")) return whole;
  return [...whole, `${command} --another`, `${command} another`, `FOO=bar ${command}`, `yes | ${command}`];
}

for (const file of ["cases.jsonl", "packs.jsonl", "reference.jsonl"]) {
  Deno.test(`what is suggested for the asks of ${file} allows them and no neighbour`, async () => {
    let tried = 0;
    let written = 0;
    for (const { command, cwd = CWD } of await commandsOf(file)) {
      const before = builtInVerdict(command, cwd);
      if (before.decision === "allow" || (before.decision === "deny" && !before.grey)) continue;
      tried++;
      const { rules: text, note } = await suggested(command, { cwd });
      if (text === null) {
        assertTrue(note !== null && note.length > 0, command);
        continue;
      }
      written++;
      const operator = await parseRules(text, "/suggested.toml");
      assertEquals(verdictWith(operator, command, cwd).decision, "allow", command);
      for (const line of neighbours(command, text)) {
        // What the built-in rules let through by themselves is no matter of the rule.
        if (builtInVerdict(line, cwd).decision === "allow") continue;
        const { verdict } = judgeWith({ rules, textRules, operator }, line, { cwd });
        assertTrue(verdict.decision !== "allow", `${line} by\n${text}`);
      }
    }
    assertTrue(written * 2 > tried, `${written} of ${tried} asks got a rule`);
  });
}

Deno.test("one rule for each call that needs one, bound to its wrappers, variables and input", async () => {
  const { rules: text } = await suggested("ls && sudo git push && CI=1 npm publish && cat x | psql");
  const operator = await parseRules(text ?? "", "/s.toml");
  assertEquals(operator.map(({ id, via, env, stdin }) => [id, via, env.length, stdin]), [
    ["ops.sudo_git_push", null, 0, false],
    ["ops.git_push", ["sudo"], 0, false],
    ["ops.npm_publish", null, 1, false],
    ["ops.psql", null, 0, true],
  ]);
});

Deno.test("the rule is bound to the directory when that is asked for, or needed", async () => {
  assertIncludes((await suggested("git push", { under: true })).rules ?? "", `under = ["${CWD}"]`);
  assertTrue((await suggested("git push")).rules?.includes("under") === false);
  assertIncludes(
    (await suggested("./gradlew test", { cwd: "/srv/app" })).rules ?? "",
    'under = ["/srv/app"]',
  );
});

Deno.test("an id that the operator has used is not used again", async () => {
  await withRuleFile(ruleToml({ ...PUSH, id: "ops.git_push" }), async (path) => {
    const answer = await suggest({ command: "git push", cwd: CWD, under: false }, await serviceWith(path));
    assertIncludes(answer.rules ?? "", 'id = "ops.git_push_2"');
  });
});

Deno.test("a rule is suggested where the operator's rules allow another part of the line already", async () => {
  await withRuleFile(ruleToml(PUSH), async (path) => {
    const command = "git push origin main && npm publish";
    const used = await serviceWith(path);
    const { rules: text, note } = await suggest({ command, cwd: CWD, under: false }, used);
    assertEquals([note, text?.match(/^id = .*$/gm)], [null, ['id = "ops.npm_publish"']]);
    await withRuleFile(`${ruleToml(PUSH)}\n${text}`, async (both) => {
      const { operator } = await (await RuleBook.open(both)).current();
      assertEquals(verdictWith(operator, command).decision, "allow");
    });
  });
});

Deno.test("no rule is suggested against the operator's own ask", async () => {
  const own = { ...PUSH, verdict: "ask", id: "ops.mine" };
  await withRuleFile(ruleToml(own), async (path) => {
    const answer = await suggest(
      { command: "git push origin main", cwd: CWD, under: false },
      await serviceWith(path),
    );
    assertEquals(answer.rules, null);
    assertIncludes(answer.note ?? "", "ops.mine");
  });
});

Deno.test("against a deny only a form is shown, which does nothing until override counts", async () => {
  const { rules: text, note, verdict } = await suggested("rm -rf /srv/scratch");
  assertEquals(verdict.decision, "deny");
  assertIncludes(note ?? "", "No rule is suggested against a built-in deny (files.delete_system)");
  assertIncludes(text ?? "", "\n# override = true\n");
  assertTrue(await parseRules(text ?? "", "/s.toml").then(() => false, () => true), "loads as it is");
  const operator = await parseRules((text ?? "").replace("# override", "override"), "/s.toml");
  assertEquals(verdictWith(operator, "rm -rf /srv/scratch").decision, "allow");
});

const NONE: readonly (readonly [command: string, why: string])[] = [
  ["ls", "It is allowed as it is"],
  ["ls \u202e", "No rule lifts text.hidden_character"],
  ["ls )", "cannot be read"],
  ["$CMD x", "No rule lifts program.not_literal"],
  ["git push $X", "$X"],
  ["rm *.x", "*.x"],
  ["git push > out", "redirect (out)"],
  ["LD_PRELOAD=x ls", "No rule lifts env.code_injection"],
  ["cat x | sh", "No rule lifts shell.unknown_code"],
  ["x='a[$(id)]'; (( x ))", "No rule lifts shell.hidden_evaluation"],
];

for (const [command, why] of NONE) {
  Deno.test(`no rule is suggested for ${JSON.stringify(command)}, and it is said why`, async () => {
    const { rules: text, note } = await suggested(command);
    assertEquals(text, null);
    assertIncludes(note ?? "", why);
  });
}

Deno.test("what is suggested survives its way to a terminal: odd words, and an odd directory", async () => {
  for (const cwd of ["/home/user/\u202egpj", '/home/user/"\n[[rule]]', "/home/user/\u00a0x"]) {
    const { rules: text } = await suggested("make build", { cwd, under: true });
    assertTrue(text !== null && /^[\x20-\x7e\n]*$/.test(text), String(text));
    const operator = await parseRules(text ?? "", "/suggested.toml");
    assertEquals(operator.length, 1);
    assertEquals(verdictWith(operator, "make build", cwd).decision, "allow");
  }
  const { rules: text } = await suggested("git push '# override = true'");
  assertIncludes(text ?? "", 'args = ["push", "# override = true"]');
});
