import { beginVerification, endVerification } from "../../../lib/flow/verify/verify.ts";
import { assertEquals, assertIncludes } from "../../assert.ts";
import { check, editor, fresh, type Memory, memory, ran } from "./parts/checking.ts";

const { signal } = new AbortController();

async function cycle(checking: Memory, review: () => void = () => {}) {
  const begun = await beginVerification(checking, signal);
  review();
  return { begun, ended: await endVerification(checking, begun, { signal }) };
}

Deno.test("checks and static analysis that pass on files that stay as they are verify", async () => {
  const { begun, ended } = await cycle(
    memory({ checks: [check("lint")], files: { "a.py": "x", "README.md": "y" } }),
  );
  assertEquals(ended, { verification: begun.verification, changes: [] });
  const { status, verified, reason, revision, coverage } = ended.verification;
  assertEquals([status, verified, reason, revision], ["ok", true, "", 7]);
  assertEquals(coverage?.map(({ path, status }) => [path, status]), [["a.py", "ok"]]);
});

Deno.test("a changed source file without static analysis is not verified although every check passes", async () => {
  const checking = memory({ checks: [check("test", { kind: "test" })], files: { "a.py": "x" } });
  const { verification } = (await cycle(checking)).ended;
  assertEquals([verification.status, verification.verified, verification.checks[0]?.status], [
    "unverified",
    false,
    "ok",
  ]);
  assertIncludes(verification.reason ?? "", "a.py");

  const documents = memory({ checks: [check("test", { kind: "test" })], files: { "README.md": "x" } });
  assertEquals((await cycle(documents)).ended.verification.verified, true);
});

Deno.test("missing static analysis does not hide that a check failed", async () => {
  const checking = memory({
    checks: [check("test", { kind: "test" })],
    files: { "a.py": "x" },
    run: () => ran({ code: 1 }),
  });
  assertEquals((await cycle(checking)).ended.verification.status, "failed");
});

Deno.test("an edited file that changes during the review makes the verification stale", async () => {
  const checking = memory({ checks: [check("lint")], files: { "a.py": "x", "b.py": "y" } });
  const { begun, ended } = await cycle(checking, () => checking.files.set("a.py", "z"));
  assertEquals([begun.verification.status, ended.verification.status, ended.verification.verified], [
    "ok",
    "stale",
    false,
  ]);
  assertEquals(ended.changes.map(({ code, path }) => [code, path]), [[
    "changed_during_verification",
    "a.py",
  ]]);
});

Deno.test("an edited file that is gone after the review makes the verification stale", async () => {
  const checking = memory({ checks: [check("lint")], files: { "a.py": "x" } });
  const { ended } = await cycle(checking, () => checking.files.delete("a.py"));
  assertEquals([ended.verification.status, ended.changes.length], ["stale", 1]);
});

Deno.test("a check that rewrites an edited file makes the verification stale, and is named", async () => {
  const checking = memory({
    checks: [check("lint"), check("format")],
    files: { "a.py": "x=1" },
    run(name, { files }) {
      if (name === "format") files.set("a.py", "x = 1");
      return ran();
    },
  });
  const { ended } = await cycle(checking);
  assertEquals(ended.verification.status, "stale");
  assertEquals(ended.changes.map(({ code, path, check }) => [code, path, check]), [[
    "rewritten_by_check",
    "a.py",
    "format",
  ]]);
});

Deno.test("a root that is replaced during the review is one reason, not one for each file", async () => {
  const checking = memory({ checks: [check("lint")], files: { "a.py": "x", "b.py": "y" } });
  const { ended } = await cycle(checking, () => checking.replaceRoot());
  assertEquals([ended.verification.status, ended.changes.map(({ code }) => code)], ["stale", [
    "root_replaced",
  ]]);
});

Deno.test("evidence of the editor may add to what it has on record, but not change it", async () => {
  const before = { "a.py": { disk: { size: 1 }, buffers: [] } };
  const lint = { status: "ok", verified: true } as const;
  const files = { "a.py": "x" };
  const checks = [check("test", { kind: "test" })];
  const more = { ...before, "b.py": { disk: {}, buffers: [] } };
  const grown = memory({
    checks,
    files,
    editor: editor([fresh(before), fresh(before), fresh(more)], { lint }),
  });
  const { verification } = (await cycle(grown)).ended;
  assertEquals([verification.status, verification.coverage?.[0]?.source], ["ok", "rose.editor"]);

  const other = { "a.py": { disk: { size: 2 }, buffers: [] } };
  for (const later of [fresh(other), fresh(before, ["c.py"]), { ok: false, error: "It hung up" } as const]) {
    for (
      const states of [[fresh(before), fresh(before), later], [
        fresh(before),
        fresh(before),
        fresh(before),
        later,
      ]]
    ) {
      const { ended } = await cycle(memory({ checks, files, editor: editor(states, { lint }) }));
      assertEquals([ended.verification.status, ended.verification.verified], [
        later.ok ? "stale" : "unverified",
        false,
      ]);
    }
  }
});

Deno.test("an editor with unsaved text is not asked for evidence", async () => {
  const asked = editor([fresh({}, ["a.py"])]);
  const checking = memory({ checks: [check("lint")], files: { "a.py": "x" }, editor: asked });
  const { ended } = await cycle(checking);
  assertEquals([ended.verification.status, ended.verification.checks, checking.runs], ["stale", [], []]);
  assertEquals(asked.asked, ["freshness"]);
});
