/** The operator's rules on the command line: in force, broken at the start, compared, suggested. */
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { PUSH, ruleToml, withRuleFile } from "../gate/operator/parts/rules.ts";
import { run } from "./parts/run.ts";

const NO_LS = {
  id: "ops.no_ls",
  verdict: "deny",
  reason: "Nobody lists here",
  program: "ls",
  match: ["ls"],
  not_match: ["cat x"],
};

/** A configuration that names a rule file, and a list of commands beside it. */
async function withConfig<T>(
  text: string,
  work: (paths: { config: string; rules: string; list: (text: string) => Promise<string> }) => Promise<T>,
): Promise<T> {
  return await withRuleFile(text, async (rules) => {
    const directory = rules.slice(0, rules.lastIndexOf("/"));
    const config = `${directory}/gatehouse.toml`;
    await Deno.writeTextFile(config, `[gate]\nrules = ${JSON.stringify(rules)}\n`, { mode: 0o600 });
    const list = async (text: string) => {
      await Deno.writeTextFile(`${directory}/list.txt`, text);
      return `${directory}/list.txt`;
    };
    return await work({ config, rules, list });
  });
}

Deno.test("gate check judges by the operator's rules", async () => {
  await withConfig(ruleToml(PUSH) + ruleToml(NO_LS), async ({ config }) => {
    const check = (command: string) =>
      run(["gate", "check", "--config", config, "--cwd", "/home/user/project", "--", command]);
    assertEquals((await check("git push origin main")).code, 0);
    assertEquals((await check("git push origin main; rm -rf /")).code, 1);
    const denied = await check("ls");
    assertEquals(denied.code, 1);
    assertIncludes(denied.out, "Nobody lists here");
  });
});

Deno.test("gate explain shows the operator's rule on the call it speaks for", async () => {
  await withConfig(ruleToml(PUSH), async ({ config }) => {
    const { code, out } = await run([
      "gate",
      "explain",
      "--config",
      config,
      "--",
      "ls; git push origin main",
    ]);
    assertEquals(code, 0);
    assertIncludes(out, "ops.push");
    assertIncludes(out, "lifts git.push");
  });
});

const START = [
  { args: ["serve"], code: 2 },
  { args: ["call", "gate", '{"command":"ls"}'], code: 2 },
  { args: ["gate", "check", "--", "ls"], code: 3 },
] as const;

for (const { args: [first, ...rest], code } of START) {
  for (const what of ["broken", "missing"]) {
    Deno.test(`${first} ends with ${code} and one line when the rule file is ${what}`, async () => {
      await withConfig(ruleToml(PUSH), async ({ config, rules }) => {
        if (what === "missing") await Deno.remove(rules);
        else await Deno.writeTextFile(rules, "\noops = 1\n");
        const at = first === "gate"
          ? [first, rest[0] ?? "", "--config", config, ...rest.slice(1)]
          : [first, "--config", config, ...rest];
        const ended = await run(at);
        assertEquals([ended.code, ended.out, ended.err.split("\n").length], [code, "", 2]);
        assertIncludes(ended.err, `gatehouse: Refused the rules in ${rules}`);
      });
    });
  }
}

Deno.test("gate diff tells which verdicts change, and by which rules", async () => {
  await withConfig(ruleToml(PUSH) + ruleToml(NO_LS), async ({ rules, list }) => {
    const commands = await list(
      '# mine\nls\n\ncat x\n{"command": "git push origin main", "cwd": "/srv"}\n{ ls; }\n',
    );
    const { code, out, err } = await run(["gate", "diff", "builtin", rules, commands]);
    assertEquals(code, 1);
    assertEquals(err, "3 of 4 verdicts change\n");
    assertIncludes(out, "allow -> deny  ls\n  was read.ordinary: ");
    assertIncludes(out, "  is  ops.no_ls: Nobody lists here\n");
    assertIncludes(out, "ask -> allow  git push origin main\n  was git.push: ");
    const same = await run(["gate", "diff", rules, rules, commands]);
    assertEquals([same.code, same.out, same.err], [0, "", "0 of 4 verdicts change\n"]);
  });
});

Deno.test("gate diff --json gives both verdicts of each change", async () => {
  await withConfig(ruleToml(NO_LS), async ({ rules, list }) => {
    const { code, out } = await run(["gate", "diff", "--json", "-", rules, await list("ls\ncat x\nmake\n")]);
    const { judged, changes } = JSON.parse(out);
    assertEquals([code, judged, changes.length], [1, 3, 1]);
    assertEquals(changes[0].after, {
      decision: "deny",
      grey: false,
      rule: "ops.no_ls",
      reason: "Nobody lists here",
    });
    assertEquals([changes[0].command, changes[0].before.decision], ["ls", "allow"]);
  });
});

Deno.test("gate diff that cannot tell ends with 3", async () => {
  await withConfig(ruleToml(NO_LS), async ({ rules, list }) => {
    const commands = await list("ls\n");
    const broken = await list('{"command": 1}\n').then(async (path) => {
      await Deno.rename(path, `${path}.broken`);
      return `${path}.broken`;
    });
    await list("ls\n");
    for (
      const args of [
        [rules, "/nowhere/rules.toml", commands],
        ["/nowhere/rules.toml", rules, commands],
        ["-", commands, commands],
        ["-", rules, "/nowhere/list"],
        ["-", rules, broken],
        ["-", rules, commands.slice(0, commands.lastIndexOf("/"))],
        ["-", rules, "/dev/zero"],
        ["", rules, commands],
        ["-", rules],
        ["-", rules, commands, "more"],
      ]
    ) {
      const { code, out, err } = await run(["gate", "diff", ...args]);
      assertEquals([code, out], [3, ""], args.join(" "));
      assertTrue(err.startsWith("gatehouse: "), err);
    }
  });
});

Deno.test("gate rule suggest prints a rule that the program then takes", async () => {
  await withConfig("", async ({ config, rules }) => {
    const line = ["--config", config, "--cwd", "/home/user/project", "--", "git push origin main"];
    const { code, out, err } = await run(["gate", "rule", "suggest", ...line]);
    assertEquals(code, 0);
    assertIncludes(err, "ask by git.push");
    await Deno.writeTextFile(rules, out);
    assertEquals((await run(["gate", "check", ...line])).code, 0);
    const again = await run(["gate", "rule", "suggest", ...line]);
    assertEquals([again.code, again.out], [0, ""]);
    assertIncludes(again.err, "It is allowed as it is");
  });
});

Deno.test("gate rule suggest for a deny prints the form alone, and ends with 1", async () => {
  const { code, out, err } = await run(["gate", "rule", "suggest", "--", "rm -rf /"]);
  assertEquals(code, 1);
  assertIncludes(out, "# override = true\n");
  assertIncludes(err, "No rule is suggested against a built-in deny (files.delete_root)");
});

Deno.test("gate rule suggest --json gives verdict, rules and note", async () => {
  const { code, out } = await run([
    "gate",
    "rule",
    "suggest",
    "--json",
    "--under",
    "--cwd",
    "/srv/a",
    "--",
    "git",
    "push",
  ]);
  const { verdict, rules, note } = JSON.parse(out);
  assertEquals([code, verdict.decision, note], [0, "ask", null]);
  assertIncludes(rules, 'under = ["/srv/a"]');
  const none = JSON.parse((await run(["gate", "rule", "suggest", "--json", "--", "git push $X"])).out);
  assertEquals(none.rules, null);
});

Deno.test("gate rule suggest without a command ends with 3", async () => {
  assertEquals((await run(["gate", "rule", "suggest"])).code, 3);
});
