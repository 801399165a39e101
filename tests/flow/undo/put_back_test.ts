import fc from "fast-check";
import { Journal } from "../../../lib/flow/undo/journal.ts";
import { undo } from "../../../lib/flow/undo/put_back.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { put } from "../../core/files_parts.ts";
import { before, namesBelow, textAt } from "../../core/parts/rooted.ts";
import { contentsOf, place } from "../workspace/parts/workspace.ts";
import { runIn, undoIn } from "./parts/undo.ts";

Deno.test("every file of a run is put back, bytes and permission bits, and what it created is taken away", async () => {
  await using at = await place();
  const { root } = at;
  await Deno.mkdir(`${root}/src`);
  await Deno.writeFile(`${root}/src/binary`, new Uint8Array([0, 0xff, 0x0d, 0x0a]));
  await put(`${root}/src/a.py`, "a = 1\r\n", 0o755);
  await put(`${root}/secret`, "x", 0o600);
  await put(`${root}/untouched`, "x", 0o640);
  await put(`${root}/empty`, "");
  const was = contentsOf(root);
  runIn(at, (workspace) => {
    for (
      const result of [
        workspace.write("src/binary", "text"),
        workspace.edit("src/a.py", { old: "a = 1", new: "a = 2" }),
        workspace.write("src/a.py", "a = 3\n"),
        workspace.write("secret", "y"),
        workspace.write("empty", "full"),
        workspace.write("new", "new"),
        workspace.write("deep/er/new", "new"),
        workspace.edit("deep/er/new", { old: "new", new: "newer" }),
      ]
    ) assertEquals(result.status, "ok", result.error ?? "");
  });
  await Deno.chmod(`${root}/secret`, 0o644);
  assertEquals(undoIn(at), {
    status: "ok",
    restored: ["empty", "secret", "src/a.py", "src/binary"],
    removed: ["deep/er/new", "new"],
    removed_directories: ["deep", "deep/er"],
    unchanged: [],
    refused: [],
    reasons: [],
  });
  assertEquals(contentsOf(root), was);
  const again = undoIn(at);
  assertEquals([again.status, again.error, again.reasons[0]?.code], [
    "unavailable",
    "There is nothing to undo",
    "nothing_to_undo",
  ]);
  assertEquals([contentsOf(root), namesBelow(at.undo)], [was, ["lock"]]);
});

const name = fc.constantFrom("a", "b", "d/a", "d/e/b", "f/g");
const content = fc.string({ unit: "grapheme", maxLength: 12 }).filter((text) => !text.includes("\0"));
const step = fc.oneof(
  fc.record({ act: fc.constant("write" as const), name, content }),
  fc.record({ act: fc.constant("edit" as const), name, content }),
);

Deno.test("whatever a run writes, undoing it gives the tree of before, byte for byte", async () => {
  const files = fc.dictionary(fc.constantFrom("a", "b", "d/a", "d/c"), fc.uint8Array({ maxLength: 12 }));
  await fc.assert(
    fc.asyncProperty(
      files,
      fc.constantFrom(0o600, 0o644, 0o755),
      fc.array(step, { maxLength: 12 }),
      async (tree, mode, steps) => {
        await using at = await place();
        await Deno.mkdir(`${at.root}/d`);
        for (const [path, bytes] of Object.entries(tree)) {
          await Deno.writeFile(`${at.root}/${path}`, bytes);
          await Deno.chmod(`${at.root}/${path}`, mode);
        }
        const was = contentsOf(at.root);
        let revision = 0;
        runIn(at, (workspace) => {
          for (const { act, name, content } of steps) {
            if (act === "write") workspace.write(name, content);
            else workspace.edit(name, { old: content.slice(0, 1), new: content, expected_occurrences: 1 });
          }
          revision = workspace.revision;
        });
        assertEquals(undoIn(at).status, revision > 0 ? "ok" : "unavailable");
        assertEquals(contentsOf(at.root), was);
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("where one file was changed after the run, nothing at all is put back, and all of them are named", async () => {
  await using at = await place();
  const { root } = at;
  for (const path of ["a", "b", "c"]) await put(`${root}/${path}`, "old");
  runIn(at, (workspace) => {
    for (const path of ["a", "b", "c", "new", "newer"]) workspace.write(path, "new");
  });
  await put(`${root}/b`, "mine", 0o644);
  await put(`${root}/newer`, "mine", 0o644);
  await Deno.remove(`${root}/c`);
  const left = contentsOf(root);
  const report = undoIn(at);
  assertEquals([report.status, report.restored, report.removed], ["stale", [], []]);
  assertEquals(report.refused, [
    { path: "b", reason: "was changed after the run" },
    { path: "c", reason: "was removed after the run" },
    { path: "newer", reason: "was changed after the run" },
  ]);
  assertEquals(report.reasons.map(({ code, path }) => `${code} ${path}`), [
    "changed_since b",
    "changed_since c",
    "changed_since newer",
  ]);
  assertEquals(contentsOf(root), left);
  for (const [path, text] of [["b", "new"], ["c", "new"], ["newer", "new"]] as const) {
    await put(`${root}/${path}`, text);
  }
  assertEquals(undoIn(at).status, "ok");
  assertEquals(namesBelow(root), ["a", "b", "c"]);
});

Deno.test("a state that the run had only in between is not what it left", async () => {
  await using at = await place();
  await put(`${at.root}/a`, "old");
  runIn(at, (workspace) => {
    workspace.write("a", "between");
    workspace.write("a", "last");
  });
  await put(`${at.root}/a`, "between");
  assertEquals(undoIn(at).status, "stale");
  await put(`${at.root}/a`, "old", 0o600);
  assertEquals([undoIn(at).unchanged, textAt(`${at.root}/a`)], [["a"], "old"]);
});

Deno.test("a link, a second name or a directory in a file's place is refused, and what it leads to is left alone", async () => {
  await using at = await place();
  const { root, outside } = at;
  await put(`${root}/a`, "old");
  await Deno.mkdir(`${root}/sub`);
  await put(`${root}/sub/b`, "old");
  runIn(at, (workspace) => {
    workspace.write("a", "new");
    workspace.write("sub/b", "new");
  });
  await put(`${outside}/a`, "new");
  await Deno.mkdir(`${outside}/sub`);
  await put(`${outside}/sub/b`, "new");
  await Deno.remove(`${root}/a`);
  const replacements = [
    () => Deno.symlink(`${outside}/a`, `${root}/a`),
    () => Deno.link(`${outside}/a`, `${root}/a`),
    () => Deno.mkdir(`${root}/a`),
  ];
  for (const replace of replacements) {
    await replace();
    const { status, refused } = undoIn(at);
    assertEquals([status, refused.map(({ path }) => path)], ["stale", ["a"]]);
    await Deno.remove(`${root}/a`);
  }
  await put(`${root}/a`, "new");
  await Deno.remove(`${root}/sub`, { recursive: true });
  await Deno.symlink(`${outside}/sub`, `${root}/sub`);
  assertEquals(undoIn(at).refused.map(({ path }) => path), ["sub/b"]);
  assertEquals([textAt(`${outside}/a`), textAt(`${outside}/sub/b`), textAt(`${root}/a`)], [
    "new",
    "new",
    "new",
  ]);
});

Deno.test("a directory that the run made stays when others have put something in it", async () => {
  await using at = await place();
  runIn(at, (workspace) => workspace.write("a/b/new", "new"));
  await put(`${at.root}/a/mine`, "mine");
  const { status, removed_directories } = undoIn(at);
  assertEquals([status, removed_directories], ["ok", ["a/b"]]);
  assertEquals(namesBelow(`${at.root}/a`), ["mine"]);
});

Deno.test("another directory in the workspace's place is left alone", async () => {
  await using at = await place();
  await put(`${at.root}/a`, "old");
  runIn(at, (workspace) => workspace.write("a", "new"));
  await Deno.rename(at.root, `${at.outside}/moved`);
  for (
    const make of [() => Deno.mkdir(at.root), () => Deno.symlink(`${at.outside}/moved`, at.root), () => null]
  ) {
    await make();
    const { status, reasons } = undoIn(at);
    assertEquals([status, reasons[0]?.code], ["stale", "root_replaced"]);
    await Deno.remove(at.root).catch(() => {});
  }
  const other = undo({ workspace: `${at.outside}/moved`, trusted: true, undoDirectory: at.undo });
  assertEquals(other.reasons[0]?.code, "root_replaced");
  assertEquals(textAt(`${at.outside}/moved/a`), "new");
  await Deno.rename(`${at.outside}/moved`, at.root);
  assertEquals([undoIn(at).status, textAt(`${at.root}/a`)], ["ok", "old"]);
});

Deno.test("undo needs trust, a place, and something to undo", async () => {
  await using at = await place();
  runIn(at, (workspace) => workspace.write("a", "new"));
  const codeOf = (settings: { trusted: boolean; undoDirectory: string | null }) =>
    undo({ workspace: at.root, ...settings }).reasons[0]?.code;
  assertEquals(codeOf({ trusted: false, undoDirectory: at.undo }), "not_trusted");
  assertEquals(codeOf({ trusted: true, undoDirectory: null }), "undo_unavailable");
  assertEquals(codeOf({ trusted: true, undoDirectory: `${at.undo}/other` }), "nothing_to_undo");
  assertEquals(codeOf({ trusted: true, undoDirectory: `${at.undo}/no/where` }), "undo_unavailable");
  assertEquals(undoIn(at, AbortSignal.abort()).reasons[0]?.code, "cancelled");
  assertEquals([textAt(`${at.root}/a`), undoIn(at).status], ["new", "ok"]);
});

Deno.test("while a run is at work neither another run nor an undo begins; afterwards both do", async () => {
  await using at = await place();
  {
    using journal = Journal.begin(at.undo, at.root);
    at.workspace.begin(journal);
    at.workspace.write("a", "new");
    await assertFails(() => Journal.begin(at.undo, at.root), "FLOW_BUSY");
    const { status, reasons } = undoIn(at);
    assertEquals([status, reasons[0]?.code, textAt(`${at.root}/a`)], ["error", "busy", "new"]);
  }
  Journal.begin(at.undo, at.root)[Symbol.dispose]();
  assertEquals(undoIn(at).status, "ok");
});

Deno.test("an undo that cannot write everything says what is left, and can be done again", async () => {
  await using at = await place();
  for (const path of ["a", "b", "c"]) await put(`${at.root}/${path}`, "old");
  const was = contentsOf(at.root);
  runIn(at, (workspace) => {
    for (const path of ["a", "b", "c"]) workspace.write(path, "new");
  });
  {
    using _ = before("writeSync", () => {
      throw Object.assign(new Error("No space"), { code: "ENOSPC" });
    });
    const { status, restored, refused, error } = undoIn(at);
    assertEquals([status, restored, refused.map(({ path }) => path)], ["error", ["b", "c"], ["a"]]);
    assertIncludes(refused[0]?.reason ?? "", "ENOSPC");
    assertIncludes(error ?? "", "can be tried again");
  }
  const { status, restored, unchanged } = undoIn(at);
  assertEquals([status, restored, unchanged, contentsOf(at.root)], ["ok", ["a"], ["b", "c"], was]);
});

Deno.test("what was kept and is damaged is not put back", async () => {
  await using at = await place();
  await put(`${at.root}/a`, "old");
  runIn(at, (workspace) => workspace.write("a", "new"));
  const image = namesBelow(at.undo).find((each) => each.includes("-"));
  await Deno.writeTextFile(`${at.undo}/${image}`, "odd");
  assertEquals(undoIn(at).refused, [{ path: "a", reason: "was kept, but is damaged by now" }]);
  await Deno.writeTextFile(`${at.undo}/log`, "nonsense\n");
  const { status, reasons, error } = undoIn(at);
  assertEquals([status, reasons[0]?.code, textAt(`${at.root}/a`)], ["error", "undo_unavailable", "new"]);
  assertTrue(error?.includes("Its log is damaged"));
});
