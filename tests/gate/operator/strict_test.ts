/** What an operator's ask or deny speaks for: every call that may be the one described. */
import fc from "fast-check";
import { readCorpus } from "../corpus.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import { builtInVerdict, PUSH, rulesOf, verdictWith } from "./parts/rules.ts";

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;

const force = await rulesOf({
  id: "ops.no_force",
  verdict: "deny",
  reason: "Nobody rewrites what others have",
  safer: "git revert",
  program: "npm",
  subcommand: "view",
  option: ["--registry", "-r"],
  match: ["npm view x --registry=http://e"],
  not_match: ["npm view x", "npm install --registry=x"],
});

const FORCED = [
  "npm view x --registry http://e",
  "npm view --registry=http://e x",
  "npm --registry=http://e view x",
  "npm view x --regis=http://e",
  "npm view x -r",
  "npm view -gr x",
  "npm view x $OPTIONS",
  'npm view "x" --reg"istry"=e',
  "npm view x --registry$X",
  "sudo npm view x --registry=e",
  "FOO=1 npm view x --registry=e",
  "ls; npm view x --registry=e",
  "echo $(npm view x --registry=e)",
  "bash -c 'npm view x --registry=e'",
  "/tmp/npm view x --registry=e",
  "npm view x --registry=e > out",
  "cd /elsewhere && npm view x --registry=e",
];

for (const command of FORCED) {
  Deno.test(`a deny for an option reaches ${JSON.stringify(command)}`, () => {
    const verdict = verdictWith(force, command);
    assertEquals([verdict.decision, verdict.findings.some(({ rule }) => rule === "ops.no_force")], [
      "deny",
      true,
    ]);
  });
}

Deno.test("a deny leaves alone what it is not about", () => {
  for (
    const command of ["npm view x", "npm ls --registry", "echo npm view x --registry=e", "npm view registry"]
  ) {
    assertEquals(verdictWith(force, command).decision, builtInVerdict(command).decision, command);
  }
});

Deno.test("the verdict of an operator's deny names its rule, reason and safer way, and the part to blame", () => {
  const verdict = verdictWith(force, "ls; npm view x -r");
  assertEquals(
    [verdict.rule, verdict.reason, verdict.safer, verdict.part?.text, verdict.layer],
    ["ops.no_force", "Nobody rewrites what others have", "git revert", "npm view x -r", "L0"],
  );
});

Deno.test("a word of unknown text may be any word, and an unquoted one any number of them", async () => {
  const rules = await rulesOf({
    id: "ops.no_main",
    verdict: "deny",
    reason: "Main is not fetched here",
    program: "git",
    args: ["fetch", "**", "main", "**"],
    match: ["git fetch origin main"],
    not_match: ["git fetch origin topic"],
  });
  const denied = [
    "git fetch origin main topic",
    "git fetch main",
    'git fetch origin "$BRANCH"',
    "git fetch $ALL",
    "git $ALL",
    "git fetch --depth 1 origin main",
    "git fetch origin m*",
  ];
  for (const command of denied) assertEquals(verdictWith(rules, command).decision, "deny", command);
  assertEquals(verdictWith(rules, "git fetch origin topic").decision, "allow");
  assertEquals(verdictWith(rules, "git status $X").decision, builtInVerdict("git status $X").decision);
});

Deno.test("an ask makes an allow stricter, and a deny no milder", async () => {
  const rules = await rulesOf({
    id: "ops.ask_rm",
    verdict: "ask",
    reason: "A person looks at every deletion and listing",
    program: ["rm", "ls"],
    match: ["ls"],
    not_match: ["cat x"],
  });
  assertEquals(verdictWith(rules, "ls").decision, "ask");
  assertEquals(verdictWith(rules, "rm -rf /").decision, "deny");
  assertEquals(verdictWith(rules, "rm -rf /").rule, builtInVerdict("rm -rf /").rule);
});

Deno.test("no allow lifts what an operator's own ask or deny speaks for, whichever stands first", async () => {
  const ask = {
    id: "ops.ask_topic",
    verdict: "ask",
    reason: "A person looks at topic x",
    program: "git",
    args: ["push", "origin", "topic/x"],
    match: ["git push origin topic/x"],
    not_match: ["git push origin main"],
  };
  for (const rules of [await rulesOf(ask, PUSH), await rulesOf(PUSH, ask)]) {
    assertEquals(verdictWith(rules, "git push origin topic/x").rule, "ops.ask_topic");
    assertEquals(verdictWith(rules, "git push origin topic/y").decision, "allow");
  }
});

Deno.test("effects, wrappers and directories narrow an ask or deny", async () => {
  const base = { verdict: "deny", reason: "Not here", not_match: ["cat x"] };
  const effect = await rulesOf({
    ...base,
    id: "ops.offline",
    effect: "network",
    match: ["git fetch origin"],
  });
  assertEquals(verdictWith(effect, "npm view x").decision, "deny");
  assertEquals(verdictWith(effect, "ls").decision, "allow");

  const via = await rulesOf({
    ...base,
    id: "ops.no_env",
    program: "ls",
    via: ["env", "nice"],
    match: ["env ls"],
  });
  assertEquals(verdictWith(via, "nice ls").decision, "deny");
  assertEquals(verdictWith(via, "ls").decision, "allow");

  const under = await rulesOf({ ...base, id: "ops.no_ls", program: "ls", under: "/srv/a", match: ["ls"] });
  assertEquals(verdictWith(under, "ls", "/srv/a/b").decision, "deny");
  assertEquals(verdictWith(under, "ls", "/srv/b").decision, "allow");
  assertEquals(verdictWith(under, "cd /srv/a; ls", "/srv/b").decision, "deny");
  assertEquals(verdictWith(under, 'cd "$X"; ls', "/srv/b").decision, "deny");
});

Deno.test("rules that only ask and deny make no verdict of the ordinary corpus milder", async () => {
  const list = await rulesOf(
    {
      id: "ops.a",
      verdict: "ask",
      reason: "Writes",
      effect: ["write", "delete"],
      match: ["rm x"],
      not_match: ["ls"],
    },
    { id: "ops.b", verdict: "deny", reason: "Git", program: "git", match: ["git status"], not_match: ["ls"] },
  );
  const corpus = (await readCorpus("ordinary")).map(({ command }) => command);
  fc.assert(
    fc.property(fc.constantFrom(...corpus), (command) => {
      const before = STRICTNESS[builtInVerdict(command).decision];
      return STRICTNESS[verdictWith(list, command).decision] >= before;
    }),
    { numRuns: 1_000 },
  );
  assertTrue(corpus.some((command) => verdictWith(list, command).rule.startsWith("ops.")));
});
