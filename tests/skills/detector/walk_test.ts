import { createServer } from "node:net";
import { assertEquals, assertTrue } from "../../assert.ts";
import { profileOf } from "gatehouse/skills/detector/profile.ts";
import { SKIPPED_FOLDERS } from "gatehouse/skills/contract/vocabularies.ts";
import { issueOf, Project } from "./parts/tree.ts";

const POSIX = Deno.build.os !== "windows";

async function fifo(path: string): Promise<void> {
  assertTrue((await new Deno.Command("mkfifo", { args: [path] }).output()).success);
}

async function withSocket(path: string, use: () => void): Promise<void> {
  const server = createServer();
  const ready = Promise.withResolvers<void>();
  server.listen(path, ready.resolve);
  await ready.promise;
  use();
  const closed = Promise.withResolvers<void>();
  server.close(() => closed.resolve());
  await closed.promise;
}

/** What stands in the way of a profile, by how it is put into a project that has other files before and behind it. */
const ways: Readonly<
  Record<string, readonly [put: (project: Project) => void | Promise<void>, issue: string]>
> = {
  "a link to a file": [(p) => Deno.symlinkSync("a.py", `${p.path}/link.py`), "REPARSE_POINT"],
  "a link to a folder": [(p) => Deno.symlinkSync(p.root, `${p.path}/link`), "REPARSE_POINT"],
  "a link to nothing": [(p) => Deno.symlinkSync("nowhere", `${p.path}/link`), "REPARSE_POINT"],
  "a link to itself": [(p) => Deno.symlinkSync("link", `${p.path}/link`), "REPARSE_POINT"],
  "a link to the project, deep in it": [(p) => {
    p.write("m/n/o.txt");
    Deno.symlinkSync(p.path, `${p.path}/m/n/link`);
  }, "REPARSE_POINT"],
  "a link by the name of a skipped folder": [(p) => {
    Deno.mkdirSync(`${p.root}/elsewhere`);
    Deno.symlinkSync(`${p.root}/elsewhere`, `${p.path}/node_modules`);
  }, "REPARSE_POINT"],
  "a file with another name outside": [(p) => {
    Deno.writeTextFileSync(`${p.root}/secret`, "");
    Deno.linkSync(`${p.root}/secret`, `${p.path}/hard.txt`);
  }, "UNSAFE_FILE"],
  "a file with another name inside": [
    (p) => Deno.linkSync(`${p.path}/a.py`, `${p.path}/b.py`),
    "UNSAFE_FILE",
  ],
  "a named pipe": [(p) => fifo(`${p.path}/pipe.rs`), "SPECIAL_FILE"],
};

for (const [name, [put, issue]] of Object.entries(ways)) {
  Deno.test({
    name: `${name} blocks the profile with ${issue}, and nothing else is said`,
    ignore: !POSIX,
    async fn() {
      using project = new Project({ "a.py": "", "z/z.py": "" });
      assertEquals(project.profile().types, ["python"]);
      await put(project);
      assertEquals(issueOf(project.profile()), issue);
      assertTrue(project.profile().exists);
    },
  });
}

Deno.test({ name: "a socket blocks the profile with SPECIAL_FILE", ignore: !POSIX }, async () => {
  using project = new Project({ "a.py": "" });
  await withSocket(
    `${project.path}/socket.py`,
    () => assertEquals(issueOf(project.profile()), "SPECIAL_FILE"),
  );
});

Deno.test({ name: "a pipe, a socket or a second name is no target either", ignore: !POSIX }, async () => {
  using project = new Project({ "a.py": "" });
  await Deno.link(`${project.path}/a.py`, `${project.path}/b.py`);
  assertEquals(issueOf(profileOf(`${project.path}/b.py`)), "UNSAFE_FILE");
  await fifo(`${project.path}/pipe.py`);
  assertEquals(issueOf(profileOf(`${project.path}/pipe.py`)), "SPECIAL_FILE");
  const socket = `${project.path}/socket.py`;
  await withSocket(socket, () => assertEquals(issueOf(profileOf(socket)), "SPECIAL_FILE"));
});

Deno.test({ name: "a link is no target, and neither is what lies behind one", ignore: !POSIX }, () => {
  using project = new Project({ "a.py": "" });
  Deno.symlinkSync(project.path, `${project.root}/link`);
  assertEquals(issueOf(profileOf(`${project.root}/link`)), "REPARSE_POINT");
  assertEquals(issueOf(profileOf(`${project.root}/link/a.py`)), "REPARSE_POINT");
});

Deno.test("5,000 files are profiled, one more blocks with SCAN_LIMIT", () => {
  using project = new Project();
  for (let at = 0; at < 5_000; at++) project.write(`f${at % 50}/${at}.txt`);
  assertEquals(project.profile().types, ["inconnu"]);
  assertTrue(!project.profile().blocked);
  project.write("f0/one more.txt");
  assertEquals(issueOf(project.profile()), "SCAN_LIMIT");
});

Deno.test("10,000 names are profiled, one more blocks with SCAN_LIMIT, though it is in a folder of its own", () => {
  using project = new Project();
  for (let at = 0; at < 9_999; at++) Deno.mkdirSync(`${project.path}/${at}`);
  project.write("a.py");
  assertEquals(project.profile().types, ["python"]);
  Deno.mkdirSync(`${project.path}/0/one more`);
  assertEquals(issueOf(project.profile()), "SCAN_LIMIT");
});

Deno.test("10,001 names in one folder block with SCAN_LIMIT, skipped ones included", () => {
  using project = new Project();
  for (let at = 0; at < 10_000; at++) Deno.mkdirSync(`${project.path}/${at}`);
  Deno.mkdirSync(`${project.path}/node_modules`);
  assertEquals(issueOf(project.profile()), "SCAN_LIMIT");
});

Deno.test("lower bounds hold, higher ones do not", () => {
  using project = new Project({ "a.py": "", "b.py": "", "c/d.py": "" });
  assertEquals(project.profile({ limits: { files: 3, entries: 4 } }).types, ["python"]);
  assertEquals(issueOf(project.profile({ limits: { files: 2 } })), "SCAN_LIMIT");
  assertEquals(issueOf(project.profile({ limits: { entries: 3 } })), "SCAN_LIMIT");
  for (let at = 0; at < 5_000; at++) project.write(`${at}.txt`);
  assertEquals(issueOf(project.profile({ limits: { files: 1_000_000, entries: 1_000_000 } })), "SCAN_LIMIT");
});

Deno.test("what lies in skipped folders is not looked at, whatever it is", () => {
  using project = new Project({ "a.html": "" });
  for (const folder of SKIPPED_FOLDERS) {
    project.write(`${folder}/x.py`);
    project.write(`deep/${folder}/x.py`);
    if (POSIX) Deno.symlinkSync("nowhere", `${project.path}/${folder}/link`);
  }
  assertEquals(project.profile().types, ["web"]);
});

Deno.test("folders are skipped by their exact names, and files by such a name are files", () => {
  using project = new Project({
    "Node_Modules/x.py": "",
    "node_modules2/y.html": "",
    "dist": "",
    "sub/target": "",
  });
  assertEquals(project.profile().types, ["python", "web"]);
});

Deno.test("no depth is too deep", () => {
  using project = new Project();
  project.write(`${Array.from({ length: 300 }, () => "d").join("/")}/a.py`);
  assertEquals(project.profile().types, ["python"]);
});

Deno.test({ name: "a path that is too long for the system blocks", ignore: !POSIX }, () => {
  using project = new Project({ "a.py": "" });
  const chain = Array.from({ length: 12 }, () => "d".repeat(250)).join("/");
  Deno.mkdirSync(`${project.path}/${chain}`, { recursive: true });
  Deno.mkdirSync(`${project.root}/${chain}`, { recursive: true });
  Deno.renameSync(`${project.root}/${"d".repeat(250)}`, `${project.path}/${chain}/more`);
  assertEquals(issueOf(project.profile()), "READ_ERROR");
});

Deno.test({
  name: "a name that is no UTF-8 blocks: it cannot be looked at again",
  ignore: Deno.build.os !== "linux",
}, async () => {
  using project = new Project({ "a.py": "" });
  const make = new Deno.Command("sh", {
    args: ["-c", "printf x > \"$(printf 'caf\\351.py')\""],
    cwd: project.path,
  });
  assertTrue((await make.output()).success);
  assertEquals(issueOf(project.profile()), "READ_ERROR");
});

Deno.test("a target that is not there, or lies below a file, does not exist", () => {
  using project = new Project({ "a.py": "" });
  for (const path of [`${project.path}/none`, `${project.path}/a.py/b`]) {
    const { exists, blocked, issues, types } = profileOf(path);
    assertEquals({ exists, blocked, issues, types }, {
      exists: false,
      blocked: false,
      issues: [],
      types: ["inconnu"],
    });
  }
});
