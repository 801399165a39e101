import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { makeFifo, put } from "../../core/files_parts.ts";
import { before, namesBelow, textAt } from "../../core/parts/rooted.ts";
import { contentsOf, place, workspaceIn } from "./parts/workspace.ts";

const LIMIT = 262_144;

Deno.test("a file is written with the directories above it, and counted", async () => {
  await using at = await place();
  const { root, workspace } = at;
  assertEquals(workspace.write("./src//a.py", "value = 42\n"), {
    status: "ok",
    path: "src/a.py",
    bytes: 11,
    revision: 1,
  });
  assertEquals(workspace.write("b", "é"), { status: "ok", path: "b", bytes: 2, revision: 2 });
  assertEquals(workspace.write("b", "é"), { status: "ok", path: "b", bytes: 2, revision: 3 });
  assertEquals([workspace.revision, workspace.changed], [3, ["b", "src/a.py"]]);
  assertEquals(contentsOf(root), {
    "b": `file 644 ${new TextEncoder().encode("é").toHex()}`,
    "src": "directory 755",
    "src/a.py": `file 644 ${new TextEncoder().encode("value = 42\n").toHex()}`,
  });
  workspace.begin(null);
  assertEquals([workspace.revision, workspace.changed], [3, []]);
});

Deno.test("a file of the limit is written and one byte more is not, nor is what is no text", async () => {
  await using at = await place();
  assertEquals(at.workspace.write("a", "x".repeat(LIMIT)).status, "ok");
  for (const content of ["x".repeat(LIMIT + 1), "é".repeat(LIMIT / 2) + "x", "a\0b", "a\ud800b"]) {
    assertEquals(at.workspace.write("b", content).status, "error");
    assertEquals(at.workspace.admit("b", "write", { content })?.status, "error");
  }
  assertEquals(namesBelow(at.root), ["a"]);
});

Deno.test("without trust nothing is written, and no directory is made", async () => {
  await using at = await place({ trusted: false });
  await put(`${at.root}/a`, "old");
  for (
    const result of [
      at.workspace.write("a", "new"),
      at.workspace.write("b/c", "new"),
      at.workspace.edit("a", { old: "old", new: "new" }),
      at.workspace.admit("b/c", "write"),
    ]
  ) {
    assertEquals(result?.status, "error");
    assertIncludes(result?.error ?? "", "not trusted");
  }
  assertEquals([namesBelow(at.root), textAt(`${at.root}/a`), at.workspace.revision], [["a"], "old", 0]);
});

Deno.test("the program's own files are not written under any name", async () => {
  await using at = await place();
  const { root, outside } = at;
  await Deno.mkdir(`${root}/ops`);
  await put(`${root}/ops/operator.toml`, "own");
  await put(`${root}/config.toml`, "own");
  await put(`${outside}/elsewhere.toml`, "own");
  await Deno.mkdir(`${root}/state`);
  const workspace = workspaceIn(root, {
    ownFiles: [
      `${root}/ops/operator.toml`,
      `${outside}/elsewhere.toml`,
      `${root}/state`,
      `${root}/later.toml`,
    ],
  });
  const was = contentsOf(root);
  for (
    const path of [
      ...["config.toml", "./config.toml", "CONFIG.toml", ".flow.toml", "gatehouse.toml", "Gatehouse.TOML"],
      ...["ops/operator.toml", "ops//operator.toml", "OPS/Operator.toml", "state/a/b", "state", "later.toml"],
      ...["config.toml/x", "../outside/elsewhere.toml"],
    ]
  ) {
    assertEquals(workspace.write(path, "x = 1").status, "error", path);
    assertEquals(workspace.edit(path, { old: "own", new: "x" }).status, "error", path);
    assertEquals(workspace.admit(path, "write")?.status, "error", path);
  }
  assertEquals([contentsOf(root), textAt(`${outside}/elsewhere.toml`)], [was, "own"]);
  for (const path of ["sub/config.toml", "ops/other.toml", "state.txt", "stateful/a", "laters.toml"]) {
    assertEquals(workspace.write(path, "x = 1").status, "ok", path);
  }
});

Deno.test("an own file is known by what it is, too, when the file system has another name for it", async () => {
  await using at = await place();
  await put(`${at.root}/a.toml`, "own");
  // A mount that shows the same directory under another path is such a case; a link above the root is one as well.
  await Deno.symlink(at.root, `${at.outside}/again`);
  const workspace = workspaceIn(at.root, { ownFiles: [`${at.outside}/again/a.toml`] });
  assertIncludes(workspace.write("a.toml", "x").error ?? "", "never written");
  assertEquals(textAt(`${at.root}/a.toml`), "own");
});

Deno.test("what the operator protects is not written, and is asked for by its shortest spelling", async () => {
  const asked: string[] = [];
  await using at = await place({
    isProtected: (path) => {
      asked.push(path);
      return path.startsWith("tests/");
    },
  });
  assertIncludes(
    at.workspace.write("./tests//a.py", "x").error ?? "",
    "tests/a.py is protected by the operator",
  );
  assertEquals(at.workspace.admit("tests/b.py", "write")?.status, "error");
  assertEquals([asked, namesBelow(at.root)], [["tests/a.py", "tests/b.py"], []]);
});

Deno.test("every refused path is refused for writing, and changes nothing inside or outside", async () => {
  await using at = await place();
  const { root, outside, workspace } = at;
  await put(`${outside}/secret`, "secret");
  await Deno.mkdir(`${root}/sub`);
  await put(`${root}/sub/a`, "a");
  await put(`${root}/one`, "one");
  await Deno.link(`${root}/one`, `${root}/two`);
  await Deno.link(`${outside}/secret`, `${root}/hard`);
  await Deno.symlink(`${outside}/secret`, `${root}/link`);
  await Deno.symlink("sub/a", `${root}/inner`);
  await Deno.symlink("sub", `${root}/linked`);
  await Deno.symlink(outside, `${root}/out`);
  await Deno.symlink(`${outside}/made`, `${root}/dangling`);
  await makeFifo(`${root}/pipe`);
  const was = [contentsOf(root), contentsOf(outside)];
  for (
    const path of [
      ...["../x", "/etc/passwd", "C:\\x", "a\\b", ".git/config", "a/.git/b", "a\0b", "a/".repeat(32) + "a"],
      ...[
        "a".repeat(1_025),
        "link",
        "out/new",
        "out/secret",
        "dangling",
        "hard",
        "one",
        "two",
        "pipe",
        "sub",
      ],
      ...[
        "inner",
        "linked/a",
        "linked/new",
        "one/below",
        "pipe/below",
        "",
        ".",
        "new/",
        "dangling/x",
        ".GIT/x",
      ],
    ]
  ) {
    assertEquals(workspace.write(path, "new").status, "error", path);
    assertEquals(workspace.edit(path, { old: "a", new: "b" }).status, "error", path);
    assertEquals(workspace.admit(path, "write")?.status, "error", path);
  }
  assertEquals([contentsOf(root), contentsOf(outside)], was);
  assertEquals([workspace.revision, workspace.changed], [0, []]);
});

Deno.test("permission bits are kept over a write and an edit", async () => {
  await using at = await place();
  for (const mode of [0o600, 0o664, 0o755, 0o444]) {
    await put(`${at.root}/a`, "old", mode);
    at.workspace.write("a", "one");
    at.workspace.edit("a", { old: "one", new: "two" });
    assertEquals(
      contentsOf(at.root)["a"],
      `file ${mode.toString(8)} ${new TextEncoder().encode("two").toHex()}`,
    );
  }
});

Deno.test("a line that stands for code which was left out is refused, unless it stood there before", async () => {
  await using at = await place();
  const { root, workspace } = at;
  const old = "def a():\n    return 1\n\ndef b():\n    return 2\n";
  await put(`${root}/a.py`, old);
  const lazy = "def a():\n    return 3\n\n# ... rest of the file unchanged\n";
  const { status, error } = workspace.write("a.py", lazy);
  assertEquals([status, textAt(`${root}/a.py`)], ["error", old]);
  assertIncludes(error ?? "", "Line 4 stands for code that was left out (# ... rest of the file unchanged)");
  assertEquals(workspace.write("new.py", lazy).status, "error");
  assertEquals(workspace.edit("a.py", { old: "return 2", new: "# ... existing code ..." }).status, "error");
  assertEquals(workspace.admit("a.py", "write", { content: lazy })?.status, "error");
  await put(`${root}/a.py`, lazy);
  assertEquals(workspace.write("a.py", lazy.replace("3", "4")).status, "ok");
  assertEquals(workspace.write("a.py", lazy + lazy).status, "error");
});

Deno.test("a file that shrinks to less than half is written with a warning", async () => {
  await using at = await place();
  await put(`${at.root}/a`, "x".repeat(100));
  assertEquals(at.workspace.write("a", "x".repeat(50))["warning"], undefined);
  assertIncludes(String(at.workspace.write("a", "x".repeat(24))["warning"]), "had 50 bytes and has 24 now");
  assertEquals(at.workspace.write("b", "")["warning"], undefined);
});

Deno.test("somebody else's write is counted, after the directories were made for it", async () => {
  await using at = await place();
  const { root, workspace } = at;
  assertEquals(workspace.admit("a/b/c.txt", "write", { content: "x" }), null);
  assertEquals([contentsOf(root), workspace.revision], [{ "a": "directory 755", "a/b": "directory 755" }, 0]);
  await put(`${root}/a/b/c.txt`, "x");
  workspace.noteWritten("./a/b/c.txt");
  workspace.noteWritten("../out");
  assertEquals([workspace.revision, workspace.changed], [1, ["a/b/c.txt"]]);
});

Deno.test("a full disk is answered with an error; the old bytes stay and nothing is counted", async () => {
  await using at = await place();
  await put(`${at.root}/a`, "old");
  for (const step of ["writeSync", "fsyncSync"] as const) {
    using _ = before(step, () => {
      throw Object.assign(new Error("No space left on device"), { code: "ENOSPC" });
    });
    assertEquals(at.workspace.write("a", "new"), {
      status: "error",
      error: "Could not write a (ENOSPC). Free some space on its file system",
    });
  }
  assertEquals([namesBelow(at.root), textAt(`${at.root}/a`), at.workspace.revision], [["a"], "old", 0]);
});

Deno.test("a root that is replaced in the middle of a write makes it stale", async () => {
  await using at = await place();
  await put(`${at.root}/a`, "old");
  using _ = before("fsyncSync", () => {
    Deno.renameSync(at.root, `${at.outside}/moved`);
    Deno.mkdirSync(at.root);
  });
  assertEquals(at.workspace.write("a", "new").status, "stale");
  assertEquals([namesBelow(at.root), textAt(`${at.outside}/moved/a`), at.workspace.revision], [[], "old", 0]);
});

Deno.test("a root that is no directory is refused at the start", async () => {
  await using at = await place();
  await put(`${at.root}/file`, "");
  await Deno.symlink(at.root, `${at.outside}/link`);
  for (const root of [`${at.root}/file`, `${at.outside}/link`, `${at.root}/gone`]) {
    await assertFails(() => workspaceIn(root), "WORKSPACE_UNUSABLE");
  }
  assertTrue(workspaceIn(at.root).trusted);
});
