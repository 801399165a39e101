/** A changed rule file counts whole at the next judgement, or not at all. */
import { judgeWith } from "gatehouse/gate/judge.ts";
import { RuleBook } from "gatehouse/gate/rulebook.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { CWD, PUSH, ruleToml, withRuleFile } from "./parts/rules.ts";

const DENY = {
  id: "ops.no_ls",
  verdict: "deny",
  reason: "Nobody lists here",
  program: "ls",
  match: ["ls"],
  not_match: ["cat x"],
};

async function opened(path: string) {
  const warnings: string[] = [];
  const book = await RuleBook.open(path, { warn: (text) => void warnings.push(text), stillMs: 0 });
  const decision = async (command: string) =>
    judgeWith((await book.current()).policy, command, { cwd: CWD }).verdict.decision;
  return { book, warnings, decision };
}

/** As an editor that means it does: a finished file takes the place of the old one. */
async function replace(path: string, text: string): Promise<void> {
  await Deno.writeTextFile(`${path}.new`, text, { mode: 0o600 });
  await Deno.rename(`${path}.new`, path);
}

Deno.test("without a file the built-in rules are in force, and nothing is looked at", async () => {
  const book = await RuleBook.open(null);
  const { policy, operator, problems } = await book.current();
  assertEquals([operator.length, problems.length, policy.operator, book.operatorDigest], [
    0,
    0,
    undefined,
    null,
  ]);
});

Deno.test("a changed file takes effect with the next judgement, and changes the digest", async () => {
  await withRuleFile(ruleToml(PUSH), async (path) => {
    const { book, warnings, decision } = await opened(path);
    const before = await book.current();
    assertEquals([await decision("git push origin main"), await decision("ls")], ["allow", "allow"]);
    await replace(path, ruleToml(DENY));
    assertEquals([await decision("git push origin main"), await decision("ls")], ["ask", "deny"]);
    const after = await book.current();
    assertTrue(before.digest !== after.digest);
    assertEquals(book.operatorDigest, after.digest);
    await replace(path, ruleToml(PUSH));
    assertEquals((await book.current()).digest, before.digest);
    assertEquals(warnings, []);
  });
});

Deno.test("a refused file leaves the rules as they were, warns once, and is told until it is mended", async () => {
  await withRuleFile(ruleToml(DENY), async (path) => {
    const { book, warnings, decision } = await opened(path);
    const { digest } = await book.current();
    await replace(path, `${ruleToml(PUSH)}verdct = 1\n`);
    for (let use = 0; use < 3; use++) assertEquals(await decision("ls"), "deny");
    assertEquals(warnings.length, 1);
    assertIncludes(warnings[0] ?? "", `${path}:9: unknown key verdct. Did you mean verdict?`);
    assertIncludes(warnings[0] ?? "", "The rules loaded before stay in force");
    assertEquals([(await book.current()).problems, book.problems], [warnings, warnings]);
    assertEquals((await book.current()).digest, digest);
    await replace(path, ruleToml(PUSH));
    assertEquals([await decision("ls"), (await book.current()).problems.length, warnings.length], [
      "allow",
      0,
      1,
    ]);
  });
});

const TAKEN_AWAY: readonly (readonly [what: string, work: (path: string) => Promise<void>, says: string])[] =
  [
    ["deleted", (path) => Deno.remove(path), "there is no file"],
    ["opened to the group", (path) => Deno.chmod(path, 0o660), "it is open to group or others"],
    ["replaced by a link", async (path) => {
      await Deno.rename(path, `${path}.old`);
      await Deno.symlink(`${path}.old`, path);
    }, "it is a link"],
    ["replaced by a directory", async (path) => {
      await Deno.remove(path);
      await Deno.mkdir(path);
    }, "no regular file"],
    ["made too large", (path) => Deno.writeTextFile(path, "#".repeat(262_145)), "more than 262144"],
    [
      "filled with what is no UTF-8",
      (path) => Deno.writeFile(path, new Uint8Array([0xff])),
      "it is no UTF-8",
    ],
  ];

for (const [what, work, says] of TAKEN_AWAY) {
  Deno.test(`a file that is ${what} keeps the old rules in force, with a warning`, async () => {
    await withRuleFile(ruleToml(DENY), async (path) => {
      const { warnings, decision } = await opened(path);
      await work(path);
      assertEquals([await decision("ls"), await decision("ls")], ["deny", "deny"]);
      assertEquals(warnings.length, 1);
      assertIncludes(warnings[0] ?? "", says);
    });
  });

  Deno.test(`a file that is ${what} at the start is refused`, async () => {
    await withRuleFile(ruleToml(DENY), async (path) => {
      await work(path);
      const error = await assertFails(() => RuleBook.open(path), "CONFIG_INVALID");
      assertIncludes(error.message, says);
    });
  });
}

Deno.test("a file that is back as it was is no problem any more", async () => {
  await withRuleFile(ruleToml(DENY), async (path) => {
    const { book } = await opened(path);
    await Deno.rename(path, `${path}.away`);
    assertEquals((await book.current()).problems.length, 1);
    await Deno.rename(`${path}.away`, path);
    // The rename is a change of the file's own record, so the file is read again.
    assertEquals((await book.current()).problems, []);
  });
});

Deno.test("a file that changed a moment ago is not read yet", async () => {
  await withRuleFile(ruleToml(DENY), async (path) => {
    const book = await RuleBook.open(path, { stillMs: 3_600_000, warn() {} });
    const { digest } = await book.current();
    await replace(path, ruleToml(PUSH));
    assertEquals((await book.current()).digest, digest);
    await Deno.utime(path, 1, 1);
    assertTrue((await book.current()).digest !== digest);
  });
});

Deno.test("while a file is swapped in a loop, every judgement sees one whole file or the other", async () => {
  const texts = [ruleToml(PUSH) + ruleToml(DENY), ruleToml(DENY), `${ruleToml(PUSH)}oops = 1\n`];
  await withRuleFile(texts[0] ?? "", async (path) => {
    const { book } = await opened(path);
    let swapping = true;
    const swapper = (async () => {
      for (let turn = 0; swapping; turn++) await replace(path, texts[turn % texts.length] ?? "");
    })();
    const seen = new Map<string, string>();
    for (let use = 0; use < 300 || seen.size < 2; use++) {
      // Waiting for the system once a turn lets the other loop go on.
      await Deno.lstat(path);
      const states = await Promise.all([book.current(), book.current()]);
      for (const { operator, digest } of states) {
        const names = operator.map(({ id }) => id).join();
        assertTrue(names === "ops.push,ops.no_ls" || names === "ops.no_ls", names);
        assertEquals(seen.get(digest) ?? names, names);
        seen.set(digest, names);
      }
    }
    swapping = false;
    await swapper;
  });
});
