import { assertEquals, assertTrue } from "../../assert.ts";
import { inspectTarget, isTargetPath } from "gatehouse/skills/detector/target.ts";
import { issueOf, Project } from "./parts/tree.ts";

const POSIX = Deno.build.os !== "windows";

async function pathOf(target: string): Promise<string> {
  const check = await inspectTarget(target);
  return check.ok ? check.path : check.profile.exists ? "exists" : check.profile.issues.join() || "missing";
}

Deno.test({ name: "a target is absolute, visible and no network path", ignore: !POSIX }, () => {
  const refused = [
    ...["", " ", "a", "./a", "../a", "~/a", "C:\\a", "\\a", "\\\\host\\a", "\\\\?\\C:\\a", "//host/a"],
    ...["/a\n", "/a\0", "/a\u200b", "/a\u202e", "/\ud800", "/\u{e0041}", `/${"a".repeat(32_767)}`],
  ];
  for (const path of refused) assertTrue(!isTargetPath(path), JSON.stringify(path));
  const taken = [
    "/",
    "/a",
    "/a b",
    "/a/../b",
    "/é",
    "/123456789012345678901234567890",
    `/${"a".repeat(32_766)}`,
  ];
  for (const path of taken) assertTrue(isTargetPath(path), path.slice(0, 50));
});

Deno.test("a folder and a file are targets, by their plain paths", async () => {
  using project = new Project({ "a.py": "", "sub/b.py": "" });
  const { path } = project;
  assertEquals(await pathOf(path), path);
  assertEquals(await pathOf(`${path}/a.py`), `${path}/a.py`);
  assertEquals(await pathOf(`${path}/`), path);
  assertEquals(await pathOf(`${path}/./sub//b.py`), `${path}/sub/b.py`);
  assertEquals(await pathOf(`${path}/sub/../a.py`), `${path}/a.py`);
  assertEquals(await pathOf(`${path}/sub/../../project/sub`), `${path}/sub`);
});

Deno.test({ name: "the root of the file system is a target", ignore: !POSIX }, async () => {
  assertEquals(await pathOf("/"), "/");
  assertEquals(await pathOf("/../.."), "/");
});

Deno.test("what is not there, what lies below a file, and what cannot be named does not exist", async () => {
  using project = new Project({ "a.py": "" });
  const paths = [`${project.path}/none`, `${project.path}/none/../a.py`, `${project.path}/a.py/x`];
  paths.push(
    `${project.path}/a.py/../a.py`,
    `${project.path}/${"x".repeat(300)}`,
    "relative",
    "",
    "//host/share",
  );
  for (const path of paths) {
    const check = await inspectTarget(path);
    assertTrue(!check.ok, path);
    const { exists, blocked, issues, types } = check.profile;
    assertEquals({ exists, blocked, issues, types }, {
      exists: false,
      blocked: false,
      issues: [],
      types: ["inconnu"],
    });
  }
});

Deno.test(
  { name: "a link at or above the target blocks it, wherever it leads", ignore: !POSIX },
  async () => {
    using project = new Project({ "sub/a.py": "" });
    await Deno.symlink(project.path, `${project.root}/link`);
    await Deno.symlink("nowhere", `${project.root}/broken`);
    await Deno.symlink("self", `${project.root}/self`);
    const paths = [
      "link",
      "link/sub",
      "link/sub/a.py",
      "link/none",
      "link/..",
      "project/../link",
      "broken",
      "self/x",
    ];
    for (const path of paths) {
      const check = await inspectTarget(`${project.root}/${path}`);
      assertTrue(!check.ok, path);
      assertEquals(issueOf(check.profile), "REPARSE_POINT");
      assertTrue(!check.profile.exists);
    }
  },
);
