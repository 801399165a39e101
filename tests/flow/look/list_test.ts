import fc from "fast-check";
import { listFiles } from "../../../lib/flow/look/list.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import { directory } from "./parts/directory.ts";

function filesOf(result: Readonly<Record<string, unknown>>): readonly string[] {
  assertEquals(result["status"], "ok");
  // The result's own shape.
  return result["files"] as readonly string[];
}

Deno.test("the files below the root are listed, sorted, and it is said that these are all", async () => {
  using place = directory({ "b.ts": "", "a/z.ts": "", "a/.hidden": "", "a.ts": "" });
  assertEquals(await listFiles(place), {
    status: "ok",
    files: ["a.ts", "a/.hidden", "a/z.ts", "b.ts"],
    truncated: false,
    skipped: [],
    ignored: 0,
  });
});

Deno.test("directories of made and fetched files are left out at every depth, and named", async () => {
  using place = directory({
    ".git/config": "",
    "node_modules/x/index.js": "",
    "web/dist/a.js": "",
    "web/vendor/b.js": "",
    "py/__pycache__/c.pyc": "",
    "a.ts": "",
    "dist.ts": "",
  });
  const { files, skipped } = await listFiles(place);
  assertEquals(files, ["a.ts", "dist.ts"]);
  assertEquals(skipped, [".git", "node_modules", "py/__pycache__", "web/dist", "web/vendor"]);
});

Deno.test("a directory that is left out is listed when it is asked for, but never a repository's own", async () => {
  using place = directory({ "dist/a.js": "", ".gitignore": "dist/\n", ".git/config": "", ".GIT/x": "" });
  assertEquals(filesOf(await listFiles(place, { path: "dist" })), ["dist/a.js"]);
  for (const path of [".git", ".GIT", "a/.git/hooks"]) {
    assertEquals((await listFiles(place, { path }))["status"], "error", path);
  }
  assertEquals(filesOf(await listFiles(place)), [".gitignore"]);
});

Deno.test("what the .gitignore files on the way hide is not listed, the nearest of them decides", async () => {
  using place = directory({
    ".gitignore": "*.log\n/build/\n!keep.log\nsecret.*\n",
    "a.log": "",
    "keep.log": "",
    "build/out": "",
    "build/more": "",
    "sub/build/in.ts": "",
    "sub/.gitignore": "!a.log\n*.tmp\n",
    "sub/a.log": "",
    "sub/b.log": "",
    "sub/deep/c.tmp": "",
    "c.tmp": "",
    "secret.txt": "",
    "KEEP.LOG": "",
  });
  const all = [
    ".gitignore",
    "KEEP.LOG",
    "c.tmp",
    "keep.log",
    "sub/.gitignore",
    "sub/a.log",
    "sub/build/in.ts",
  ];
  assertEquals(filesOf(await listFiles(place)), all);
  assertEquals((await listFiles(place))["ignored"], 5);
  assertEquals(
    filesOf(await listFiles(place, { path: "sub" })),
    all.filter((file) => file.startsWith("sub/")),
  );
});

Deno.test("links are neither followed nor listed, and neither are files with several names", async () => {
  using outside = directory({ "secret": "x" });
  using place = directory({ "a.ts": "", "one.ts": "", "real/b.ts": "" });
  await Deno.symlink(outside.root, `${place.root}/linked`);
  await Deno.symlink("a.ts", `${place.root}/linked.ts`);
  await Deno.symlink("/nowhere", `${place.root}/dangling`);
  await Deno.link(`${place.root}/one.ts`, `${place.root}/two.ts`);
  assertEquals(filesOf(await listFiles(place)), ["a.ts", "real/b.ts"]);
  for (const path of ["linked", "linked/x", "linked.ts"]) {
    const { status, error } = await listFiles(place, { path });
    assertEquals(status, "error");
    assertTrue(String(error).endsWith("leads through a link"), path);
  }
});

Deno.test("a .gitignore that is a link is not followed", async () => {
  using outside = directory({ "rules": "*\n" });
  using place = directory({ "a.ts": "" });
  await Deno.symlink(`${outside.root}/rules`, `${place.root}/.gitignore`);
  assertEquals(filesOf(await listFiles(place)), ["a.ts"]);
});

Deno.test("paths that lead out, are missing, or are no directory are refused", async () => {
  using place = directory({ "a.ts": "" });
  const bad = [
    "../x",
    "/etc",
    "C:/x",
    "a\\b",
    "a\0b",
    "x",
    "a.ts",
    "a.ts/b",
    "d/".repeat(33),
    "d".repeat(1_025),
  ];
  for (const path of bad) assertEquals((await listFiles(place, { path }))["status"], "error", path);
  for (const path of ["", ".", "./"]) assertEquals(filesOf(await listFiles(place, { path })), ["a.ts"], path);
});

Deno.test("a root that was replaced is told, before and after the walk", async () => {
  using place = directory({ "a.ts": "" });
  assertEquals(await listFiles({ ...place, stale: () => "Replaced" }), {
    status: "stale",
    error: "Replaced",
  });
  const answers = [null, "Replaced"];
  assertEquals((await listFiles({ ...place, stale: () => answers.shift() ?? null }))["status"], "stale");
});

Deno.test("a folder with very many files leaves room for every other", async () => {
  using place = directory({ "src/deep/er/main.ts": "", "z/last.ts": "" });
  place.write(Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`data/${index}.csv`, ""])));
  const { files, truncated } = await listFiles(place);
  assertTrue(truncated);
  const listed = new Set(files as readonly string[]);
  assertEquals(listed.size, 500);
  assertTrue(listed.has("src/deep/er/main.ts") && listed.has("z/last.ts"));
});

Deno.test("a folder with very many folders leaves room for every other", async () => {
  using place = directory({ "src/a/b/main.ts": "" });
  place.write(Object.fromEntries(Array.from({ length: 2_500 }, (_, index) => [`many/${index}/x/f`, ""])));
  const { files, truncated } = await listFiles(place);
  assertTrue(truncated);
  assertTrue((files as readonly string[]).includes("src/a/b/main.ts"));
  assertEquals((files as readonly string[]).length, 500);
});

Deno.test("exactly 500 files are all, one more is not", async () => {
  using place = directory(
    Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`${index % 7}/${index}`, ""])),
  );
  assertEquals((await listFiles(place))["truncated"], false);
  place.write({ "more": "" });
  const { files, truncated } = await listFiles(place);
  assertEquals([(files as readonly string[]).length, truncated], [500, true]);
});

Deno.test("whatever a .gitignore says, the list is a sorted part of the files", async () => {
  const names = ["a.ts", "b/c.ts", "b/d e", "x/y/z"];
  using place = directory(Object.fromEntries(names.map((name) => [name, ""])));
  const line = fc.array(
    fc.constantFrom("*", "**", "/", "!", "#", "\\", "[a-z]", "[", "?", " ", "a", "b", ".ts", "x", "{"),
    {
      maxLength: 12,
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 6 }), async (lines) => {
      place.write({ ".gitignore": lines.map((parts) => parts.join("")).join("\n") });
      const files = filesOf(await listFiles(place));
      assertTrue(files.every((file) => file === ".gitignore" || names.includes(file)));
      assertEquals(files, files.toSorted());
    }),
    { numRuns: 200 },
  );
});

Deno.test("rules beyond a thousand lines, and lines that would be slow to match, hide nothing", async () => {
  using place = directory({
    ".gitignore": `${"x\n".repeat(600)}${"*a*b*c*d*e*f*g*h*i*j*k\n"}**/a/**/b/**/c/**/d\n${
      "y".repeat(201)
    }\n`,
    "sub/.gitignore": `${"x\n".repeat(399)}one\ntwo\n`,
    "sub/one": "",
    "sub/two": "",
    "sub/abcdefghijk": "",
  });
  assertEquals(filesOf(await listFiles(place)), [
    ".gitignore",
    "sub/.gitignore",
    "sub/abcdefghijk",
    "sub/two",
  ]);
});
