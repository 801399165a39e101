/** One path has one digest, and two paths have two: a scope or an approval for one is none for the other. */
import fc from "fast-check";
import { canonicalArguments, sha256 } from "gatehouse/core/approval.ts";
import { readFile } from "gatehouse/hosts/tools/read_file.ts";
import { writeFile } from "gatehouse/hosts/tools/write_file.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

/** The resource and the arguments' digest of a call, or null when the arguments are refused. */
async function boundOf(tool: typeof writeFile | typeof readFile, args: Record<string, unknown>) {
  const parsed = tool.input.safeParse(args);
  if (!parsed.success) return null;
  const resource = tool.resource?.(parsed.data as never) ?? "";
  return { resource, digest: await sha256(canonicalArguments(parsed.data, "server")) };
}

const write = (path: string) => boundOf(writeFile as never, { path, content: "x" });

Deno.test("every spelling of a path is one resource with one digest", async () => {
  const wanted = await write("/srv/a/b");
  for (const path of ["//srv/a/b", "/srv//a/b", "/srv/./a/b", "/srv/a/b/", "/srv/a/b/.", "/./srv/a/./b//"]) {
    assertEquals(await write(path), wanted, path);
  }
});

Deno.test("what looks alike is another path: other forms of Unicode, blanks, dots, case", async () => {
  const paths = [
    "/srv/é",
    "/srv/e\u0301",
    "/srv/e",
    "/srv/E",
    "/srv/e ",
    "/srv/ e",
    "/srv/e\u200b",
    "/srv/е",
    "/srv/...",
    "/srv/.e",
  ];
  const bound = await Promise.all(paths.map(write));
  assertTrue(bound.every((one) => one !== null));
  assertEquals(new Set(bound.map((one) => one?.digest)).size, paths.length);
  assertEquals(new Set(bound.map((one) => one?.resource)).size, paths.length);
});

Deno.test("two paths never share a resource's hash, whatever characters they hold", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.string({ unit: "binary", maxLength: 8 }),
      async (a, b) => {
        const [one, two] = [await write(`/srv/${a}`), await write(`/srv/${b}`)];
        if (one === null || two === null || one.resource === two.resource) return;
        assertTrue(await sha256(one.resource) !== await sha256(two.resource), JSON.stringify([a, b]));
      },
    ),
    { numRuns: 2_000 },
  );
  // Halves of characters would all become the same sign in UTF-8.
  const halves = ["/srv/\ud800", "/srv/\ud801", "/srv/\udfff", "/srv/\ufffd"];
  const hashes = (await Promise.all(halves.map(write))).flatMap((one) => one === null ? [] : [one.resource]);
  const seen = await Promise.all(hashes.map(sha256));
  assertEquals(new Set(seen).size, hashes.length);
});

Deno.test("a default that is given and one that is left out are one call, and nothing that is not one is", async () => {
  const wanted = await boundOf(readFile as never, { path: "/srv/a" });
  const given = readFile.input.parse({ path: "/srv/a" }) as Record<string, unknown>;
  const shuffled = Object.fromEntries(Object.entries(given).toReversed());
  assertEquals(await boundOf(readFile as never, shuffled), wanted);
  assertEquals(await boundOf(readFile as never, { ...given, server: "other" }), wanted);
  for (
    const strange of [{ path: "/srv/a", extra: 1 }, { path: ["/srv/a"] }, { path: null }, {
      path: { toString: 1 },
    }]
  ) {
    assertEquals(await boundOf(readFile as never, strange), null);
  }
  assertEquals(await boundOf(readFile as never, JSON.parse('{"path":"/srv/a","__proto__":{"x":1}}')), null);
});
