/** What an operator's allow lifts, and what it can never be made to lift. */
import fc from "fast-check";
import { mayLift } from "gatehouse/gate/operator/examples.ts";
import { rules } from "gatehouse/gate/rules/mod.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { builtInVerdict, CWD, PUSH, rulesOf, verdictWith } from "./parts/rules.ts";

const OVERRIDE = {
  id: "ops.scratch",
  verdict: "allow",
  reason: "The scratch volume is thrown away every night",
  program: "rm",
  args: ["-rf", "/srv/scratch"],
  override: true,
  match: ["rm -rf /srv/scratch"],
  not_match: ["rm -rf /srv"],
};

const push = await rulesOf(PUSH);
const scratch = await rulesOf(OVERRIDE);

/** Lines that hold the allowed call itself, dressed so that it is no longer only that. */
const ATTACKS = [
  "git push origin main; rm -rf /",
  "git push origin main && rm -rf /",
  "git push origin main || rm -rf /",
  "git push origin main | sh",
  "git push origin main & rm -rf /",
  "git push origin main\nrm -rf /",
  "git push origin main > /etc/x",
  "git push origin main > out",
  "git push origin main >> ~/.bashrc",
  "git push origin main < ~/.ssh/id_rsa",
  "git push origin main 3< /etc/shadow",
  "git push origin main > >(sh)",
  "git push origin $(evil)",
  "git push origin `evil`",
  "git push origin <(evil)",
  "git push origin $X",
  'git push origin "$X"',
  "git push origin ma*",
  "git push origin main $X",
  "git push $X origin main",
  "git $X push origin main",
  "sudo git push origin main",
  "sudo -u root git push origin main",
  "doas git push origin main",
  "env git push origin main",
  "timeout 5 git push origin main",
  "xargs git push origin main",
  "find . -exec git push origin main ';'",
  "bash -c 'git push origin main'",
  "eval git push origin main; $X",
  "ssh host git push origin main",
  "docker exec box git push origin main",
  "FOO=bar git push origin main",
  "FOO=bar LD_PRELOAD=x git push origin main",
  "GIT_SSH_COMMAND=evil git push origin main",
  "env GIT_SSH_COMMAND=evil git push origin main",
  "export FOO=bar; git push origin main",
  "unset HTTPS_PROXY; git push origin main",
  "exec {PATH}>/dev/null; git push origin main",
  "true {PATH}>/dev/null; git push origin main",
  "coproc PATH { ls; }; git push origin main",
  "coproc ls; git push origin main",
  "exec < notes.txt; git push origin main",
  "exec <<< evil; git push origin main",
  "exec << END\nevil\nEND\ngit push origin main",
  "exec 3< notes.txt; git push origin main",
  "command exec <<< evil; git push origin main",
  "export GIT_SSH_COMMAND=evil; git push origin main",
  "PATH=/tmp; git push origin main",
  "PATH=/tmp:$PATH git push origin main",
  "read PATH <<< /tmp; git push origin main",
  "set -a; . ./env; git push origin main",
  "git push --force origin main",
  "git push origin main --force",
  "git push -f origin main",
  "git push origin --force main",
  "git push origin +main",
  "git push origin :main",
  "git push origin main other",
  "git push origin",
  "git push",
  "git push evil main",
  "git push origin topic/../main",
  "git push origin topic/a/b",
  "git push -- origin main",
  "git --exec-path=/tmp push origin main",
  "git -c core.sshCommand=evil push origin main",
  "git -C /tmp/x push origin main",
  "/tmp/git push origin main",
  "./git push origin main",
  "../bin/git push origin main",
  "gіt push origin main",
  "$GIT push origin main",
  "git(){ rm -rf /; }; git push origin main",
  "git(){ evil; }; git push origin main",
  "alias git=evil; git push origin main",
  "hash -p /tmp/x git; git push origin main",
  "BASH_CMDS[git]=/tmp/x; git push origin main",
  "git push origin main; BASH_CMDS[git]=/tmp/x",
  "enable -f ./x.so git; git push origin main",
  "source ./x; git push origin main",
  "trap 'rm -rf /' EXIT; git push origin main",
  "x='a[$(id)]'; (( x )); git push origin main",
  "git push origin main; [[ 'a[$(id)]' -eq 1 ]]",
  "cd /tmp/x && git push origin main",
  'cd "$X" && git push origin main && make',
  "git push origin main # \u202e",
  "git push origin main \x1b[2J",
  "git push origin main \0",
  "git push origin main )",
  "git push origin 'main",
  "if git push origin main; then",
  "yes | git push origin main",
  "git push origin main <<< yes",
  "git push origin main <<E\nyes\nE",
  `git push origin main ${"x".repeat(20_000)}`,
];

for (const command of ATTACKS) {
  const shown = JSON.stringify(command.slice(0, 80));
  Deno.test(`an allow for a push leaves ${shown} as strict as it is`, () => {
    const before = builtInVerdict(command);
    const after = verdictWith(push, command);
    assertTrue(before.decision !== "allow");
    assertEquals(after.decision, before.decision);
  });
}

const SPOKEN = [
  "git push origin main",
  "git push origin topic/x",
  "  git   push 'origin' \"main\"  ",
  "git push origin ma\\in",
  "/usr/bin/git push origin main",
  "git push origin main >/dev/null 2>&1",
  "git status && git push origin main",
  "git push origin main || echo failed",
  "if git push origin main; then echo done; fi",
];

for (const command of SPOKEN) {
  Deno.test(`an allow for a push lets ${JSON.stringify(command)} through and says why`, () => {
    const verdict = verdictWith(push, command);
    assertEquals([builtInVerdict(command).decision, verdict.decision], ["ask", "allow"]);
    const finding = verdict.findings.find(({ rule }) => rule === "ops.push");
    assertEquals(finding?.reason, "Topics are reviewed before they are merged (lifts git.push)");
  });
}

Deno.test("an allow for one call leaves every other push of the line asked about", () => {
  const verdict = verdictWith(push, "git push origin main && git push origin topic/x && git push evil main");
  assertEquals([verdict.decision, verdict.rule, verdict.part?.text], [
    "ask",
    "git.push",
    "git push evil main",
  ]);
});

Deno.test("an allow placed beside any built-in deny lifts nothing of it", () => {
  const denied = rules.filter(({ verdict }) => verdict === "deny").flatMap(({ match }) => match)
    .filter((command) => builtInVerdict(command).decision === "deny");
  const joined = fc.constantFrom("; ", " && ", " || ", " | ", " & ", "\n");
  fc.assert(
    fc.property(fc.constantFrom(...denied), joined, fc.boolean(), (command, join, first) => {
      const line = first ? `git push origin main${join}${command}` : `${command}${join}git push origin main`;
      return verdictWith(push, line).decision !== "allow";
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("what is grey can be lifted, and only for the call", async () => {
  const make = await rulesOf({
    id: "ops.make",
    verdict: "allow",
    reason: "The makefile is reviewed",
    program: "make",
    args: ["build"],
    match: ["make build"],
    not_match: ["make install"],
  });
  assertTrue(builtInVerdict("make build").grey);
  assertEquals(verdictWith(make, "make build").decision, "allow");
  for (const command of ["make build && make deploy", "make other", "make build other"]) {
    assertTrue(verdictWith(make, command).decision !== "allow", command);
  }
});

Deno.test("what no example showed is not lifted, however wide the pattern", async () => {
  const cat = await rulesOf({
    ...PUSH,
    id: "ops.copy",
    program: "cp",
    args: ["*", "dist/*"],
    match: ["cp a dist/a"],
    not_match: ["cp a b"],
  });
  assertEquals(verdictWith(cat, "cp notes.txt dist/b").decision, "allow");
  assertTrue(verdictWith(cat, "cp .env dist/env").decision !== "allow");
  assertTrue(verdictWith(cat, "cp a dist/../../b").decision !== "allow");
  assertTrue(verdictWith(cat, "cp -r dist/a").decision !== "allow");
  assertTrue(verdictWith(cat, "cp /etc/shadow dist/a").decision !== "allow");
});

Deno.test("a call with an effect that no example showed is not covered, whatever else the rule lifts", async () => {
  const [rule] = await rulesOf({
    ...PUSH,
    id: "ops.config",
    args: ["config", "**"],
    match: ["git config user.name x"],
    not_match: ["git config --list"],
  });
  if (rule === undefined) throw new Error("no rule");
  assertEquals(verdictWith([rule], "git config user.name y").decision, "allow");
  assertEquals(verdictWith([rule], "git config core.hooksPath x").decision, "ask");
  assertEquals(verdictWith([{ ...rule, shows: new Set() }], "git config user.name y").decision, "ask");
  const wider = { ...rule, lifts: new Set([...rule.lifts, "git.config_program"]) };
  assertEquals(verdictWith([wider], "git config core.hooksPath x").decision, "ask");
});

Deno.test("a rule that looks at the whole line is never lifted", () => {
  const whole = rules.filter(({ when, verdict }) => when.length > 1 && verdict !== "allow").map(({ id }) =>
    id
  );
  assertTrue(whole.length > 0);
  assertEquals(whole.filter((id) => mayLift(id, { under: ["/a"] })), []);
});

Deno.test("text, limits, unknown programs' names and unknown code are never lifted", () => {
  const never = [
    "text.control_character",
    "limit.parse",
    "limit.calls",
    "program.not_literal",
    "shell.unknown_code",
  ];
  assertEquals(never.filter((id) => mayLift(id, { under: ["/a"] })), []);
});

Deno.test("a foreign repository's rule is lifted only where the operator names the place", async () => {
  const command = "cd /tmp/x && git log";
  const log = { ...PUSH, id: "ops.log", args: ["log"], match: [command], not_match: ["git log -p"] };
  assertEquals(builtInVerdict(command).rule, "git.foreign_repository");
  assertTrue(await rulesOf(log).then(() => false, () => true));
  const named = await rulesOf({ ...log, under: [CWD, "/tmp/x"] });
  assertEquals(verdictWith(named, command).decision, "allow");
  assertEquals(verdictWith(named, "cd /tmp/y && git log").rule, "git.foreign_repository");
});

Deno.test("an override lifts the denials that its examples show, and every such verdict says so", () => {
  const command = "rm -rf /srv/scratch";
  const verdict = verdictWith(scratch, command);
  assertEquals([builtInVerdict(command).rule, verdict.decision], ["files.delete_system", "allow"]);
  assertEquals(verdict.rule, "ops.scratch");
  assertIncludes(
    verdict.reason,
    "The scratch volume is thrown away every night (overrides files.delete_system",
  );
  assertEquals(verdict.findings.map(({ rule }) => rule), ["ops.scratch"]);
});

Deno.test("an override is told in the reason also where something else decides", () => {
  for (
    const line of [
      "rm -rf /srv/scratch; git push",
      "make build; rm -rf /srv/scratch",
      "rm -rf /srv/scratch; rm -rf /",
    ]
  ) {
    const verdict = verdictWith(scratch, line);
    assertTrue(verdict.decision !== "allow");
    assertIncludes(verdict.reason, "ops.scratch: The scratch volume is thrown away every night (overrides");
    assertTrue(verdict.findings.some(({ rule }) => rule === "ops.scratch"));
  }
});

Deno.test("an override reaches no other deny and no other call", () => {
  for (
    const command of [
      "rm -rf /srv/scratch /",
      "rm -rf /srv",
      "rm -rf /srv/scratch/..",
      "sudo rm -rf /srv/scratch",
      "rm -rf /srv/scratch; rm -rf /",
      "rm -rf /srv/scratch > /dev/sda",
      "rm -rf /srv/scratch*",
      "FOO=1 rm -rf /srv/scratch",
    ]
  ) {
    assertEquals(verdictWith(scratch, command).decision, "deny", command);
  }
});

Deno.test("without override the same rule is refused, with it and no reason too", async () => {
  for (const fields of [{ ...OVERRIDE, override: false }, { ...OVERRIDE, reason: undefined }]) {
    assertTrue(await rulesOf(fields).then(() => false, () => true));
  }
});

Deno.test("under holds below the directory and nowhere else, by where the call runs", async () => {
  const here = await rulesOf({ ...PUSH, under: ["/home/user/project", "/home/user/other"] });
  const decision = (command: string, cwd: string) => verdictWith(here, command, cwd).decision;
  const command = "git push origin main";
  assertEquals(decision(command, "/home/user/project"), "allow");
  assertEquals(decision(command, "/home/user/project/sub"), "allow");
  assertEquals(decision(command, "/home/user/other"), "allow");
  assertEquals(decision(command, "/home/user/project2"), "ask");
  assertEquals(decision(command, "/home/user"), "ask");
  assertEquals(decision(command, "/home/user/project/.."), "ask");
  assertEquals(decision(`cd .. && ${command}`, "/home/user/project"), "ask");
  assertEquals(decision(`cd sub && ${command}`, "/home/user/project"), "allow");
  assertEquals(decision(`cd "$X"; ${command}`, "/home/user/project"), "ask");
  assertEquals(decision(`cd /home/user/project && ${command}`, "/home/user"), "allow");
});

Deno.test("without a directory given, a rule that is bound to one does not speak", async () => {
  const { judgeWith } = await import("gatehouse/gate/judge.ts");
  const { textRules } = await import("gatehouse/gate/rules/mod.ts");
  const operator = await rulesOf({ ...PUSH, under: CWD });
  assertEquals(judgeWith({ rules, textRules, operator }, "git push origin main").verdict.decision, "ask");
});

Deno.test("wrappers, variables and fed input are covered only when they are named", async () => {
  const sudo = {
    ...PUSH,
    id: "ops.sudo",
    program: "sudo",
    args: ["git", "**"],
    match: ["sudo git push origin main"],
    not_match: ["sudo ls"],
  };
  const inner = {
    ...PUSH,
    via: "sudo",
    match: ["sudo git push origin main"],
    not_match: ["git push origin main"],
  };
  const wrapped = await rulesOf(sudo, inner);
  assertEquals(verdictWith(wrapped, "sudo git push origin main").decision, "allow");
  assertEquals(verdictWith(wrapped, "git push origin main").decision, "ask");
  assertEquals(verdictWith(wrapped, "sudo git push evil main").decision, "ask");
  assertEquals(verdictWith(wrapped, "sudo env git push origin main").decision, "ask");

  const variable = await rulesOf({ ...PUSH, env: ["CI", "FOO=a*"], match: ["CI=1 git push origin main"] });
  assertEquals(verdictWith(variable, "CI=1 FOO=ab git push origin main").decision, "allow");
  assertEquals(verdictWith(variable, "FOO=b git push origin main").decision, "ask");
  assertEquals(verdictWith(variable, "CI=1 BAR=1 git push origin main").decision, "ask");
  assertEquals(verdictWith(variable, "export CI=1; git push origin main").decision, "allow");
  assertEquals(verdictWith(variable, "export FOO=ab; git push origin main").decision, "ask");

  const fed = await rulesOf({ ...PUSH, stdin: true, match: ["yes | git push origin main"] });
  assertEquals(verdictWith(fed, "yes | git push origin main").decision, "allow");
  assertEquals(verdictWith(fed, "evil | git push origin main").decision, "ask");
});

Deno.test("a variable through which code runs stays asked about, even when the rule names it", async () => {
  const operator = await rulesOf({ ...PUSH, env: "LD_PRELOAD", match: ["git push origin main"] });
  assertEquals(verdictWith(operator, "LD_PRELOAD=x git push origin main").rule, "env.code_injection");
});

Deno.test("a program by its path is that file alone", async () => {
  const script = await rulesOf({
    ...PUSH,
    program: "/home/user/project/run.sh",
    args: [],
    match: ["./run.sh", "/home/user/project/run.sh"],
    not_match: ["run.sh"],
  });
  assertEquals(verdictWith(script, "./run.sh").decision, "allow");
  assertEquals(verdictWith(script, "cd sub && ../run.sh").decision, "ask");
  assertEquals(verdictWith(script, "cd sub && ./run.sh").decision, "ask");
  assertEquals(verdictWith(script, "/tmp/run.sh").decision, "ask");
  assertEquals(verdictWith(script, "./run.sh x").decision, "ask");
  assertEquals(verdictWith(script, "bash run.sh").decision, "ask");
});

Deno.test("a variable that is added to is not the one that a rule lets be set", async () => {
  const quiet = await rulesOf({ ...PUSH, env: "CI=1", match: ["CI=1 git push origin main"] });
  assertEquals(verdictWith(quiet, "CI=1 git push origin main").decision, "allow");
  assertTrue(verdictWith(quiet, "CI+=1 git push origin main").decision !== "allow");
});
