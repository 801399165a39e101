import fc from "fast-check";
import { applyPatch } from "diff";
import { diffOf } from "../../../lib/flow/look/diff.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";

type Files = Readonly<Record<string, string | Uint8Array | null>>;

function diff(old: Files, now: Files, maxChars = 100_000): Promise<string> {
  const read = (files: Files) => (path: string) => {
    const content = files[path] ?? null;
    return typeof content === "string" ? new TextEncoder().encode(content) : content;
  };
  const paths = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return diffOf({ preImage: read(old) }, { root: "/w", stale: () => null, bytes: read(now) }, {
    paths,
    maxChars,
  });
}

Deno.test("a changed, a new and a deleted file have the forms that patch programs read", async () => {
  assertEquals(
    await diff({ "b": "1\n2\n3\n4\n5\n", "a": null, "c": "x\n" }, {
      "b": "1\n2\n3\n4\nfive\n",
      "a": "new\n",
      "c": null,
    }),
    "--- /dev/null\n+++ b/a\n@@ -0,0 +1,1 @@\n+new\n" +
      "--- a/b\n+++ b/b\n@@ -2,4 +2,4 @@\n 2\n 3\n 4\n-5\n+five\n" +
      "--- a/c\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x\n",
  );
});

Deno.test("a missing final newline is said on the side that misses it", async () => {
  assertEquals(
    await diff({ "a": "x" }, { "a": "x\n" }),
    "--- a/a\n+++ b/a\n@@ -1,1 +1,1 @@\n-x\n\\ No newline at end of file\n+x\n",
  );
});

Deno.test("an empty file that came is named, and a file that is as before is not", async () => {
  assertEquals(await diff({ "a": null }, { "a": "" }), "--- /dev/null\n+++ b/a\n");
  assertEquals(await diff({ "a": "x", "b": null }, { "a": "x", "b": null }), "");
});

Deno.test("a binary file is only said to differ", async () => {
  const [one, two] = [new Uint8Array([0, 1]), new Uint8Array([0xff, 0xfe])];
  assertEquals(await diff({ "a": one }, { "a": two }), "Binary files a/a and b/a differ\n");
  assertEquals(await diff({ "a": "text" }, { "a": one }), "Binary files a/a and b/a differ\n");
  assertEquals(await diff({ "a": one }, { "a": one }), "");
});

Deno.test("the diff applied to the old text gives the new one", async () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", "\n", "\n", "\r\n", "é"), { maxLength: 40 })
    .map((parts) => parts.join(""));
  await fc.assert(fc.asyncProperty(text, text, async (old, now) => {
    const patch = await diff({ "f": old }, { "f": now });
    if (old === now) assertEquals(patch, "");
    else assertEquals(applyPatch(old, patch), now);
  }));
});

Deno.test("a file in which very much changed is shown as replaced, which applies as well", async () => {
  const old = Array.from({ length: 5_000 }, (_, index) => `old ${index}\n`).join("");
  const now = Array.from({ length: 5_000 }, (_, index) => `new ${index}\n`).join("");
  const patch = await diff({ "f": old }, { "f": now }, 1_000_000);
  assertIncludes(patch, "@@ -1,5000 +1,5000 @@");
  assertEquals(applyPatch(old, patch), now);
});

Deno.test("a diff that is too long leaves every file its share and says what it cut", async () => {
  const long = "line\n".repeat(1_000);
  const text = await diff({ "a": null, "b": "x\n", "c": null }, { "a": long, "b": "y\n", "c": long }, 1_000);
  assertTrue(text.length <= 1_000);
  assertIncludes(text, "--- a/b\n+++ b/b\n@@ -1,1 +1,1 @@\n-x\n+y\n");
  for (const name of ["a", "c"]) assertIncludes(text, `+++ b/${name}\n`);
  assertEquals(text.match(/more lines of this file's diff are not shown/g)?.length, 2);
});

Deno.test("no diff is ever longer than its room, and a path cannot break out of its line", async () => {
  const texts = fc.array(fc.string(), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 0, max: 400 }), async (texts, room) => {
      const now = Object.fromEntries(texts.map((text, index) => [`f${index}`, `${text}\n`.repeat(9)]));
      assertTrue((await diff({}, now, room)).length <= room);
    }),
  );
  assertIncludes(await diff({}, { "a\n+++ b/other": "x\n" }), "+++ b/a\\u{a}+++ b/other\n");
});

Deno.test("what is too large to be compared says so, and cancelling ends the work", async () => {
  const large = "x\n".repeat(600_000);
  assertIncludes(
    await diff({ "a": large }, { "a": "y\n" }),
    "too large to compare: 1200000 characters before, 2",
  );
  const before = { preImage: () => null };
  const place = { root: "/w", stale: () => null, bytes: () => new TextEncoder().encode("x\n") };
  const options = { paths: ["a"], maxChars: 1_000, signal: AbortSignal.abort() };
  assertEquals(await diffOf(before, place, options), "");
});
