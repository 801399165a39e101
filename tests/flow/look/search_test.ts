import { searchFiles } from "../../../lib/flow/look/search.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import { directory } from "./parts/directory.ts";

interface Match {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

function matchesOf(result: Readonly<Record<string, unknown>>): readonly Match[] {
  assertEquals(result["status"], "ok");
  // The result's own shape.
  return result["matches"] as readonly Match[];
}

Deno.test("a query is literal unless it is said to be a pattern", async () => {
  using place = directory({ "a.ts": "a.b\r\naxb\n", "b/c.ts": "no\n\na.b" });
  assertEquals(await searchFiles(place, { query: "a.b" }), {
    status: "ok",
    matches: [{ path: "a.ts", line: 1, text: "a.b" }, { path: "b/c.ts", line: 3, text: "a.b" }],
    files_searched: 2,
    files_not_searched: 0,
    truncated: false,
    skipped: [],
    ignored: 0,
  });
  assertEquals(matchesOf(await searchFiles(place, { query: "^a.b$", regex: true })).length, 3);
});

Deno.test("binary files, skipped directories, ignored files and links are not searched", async () => {
  using outside = directory({ "x": "needle" });
  using place = directory({
    "binary": new TextEncoder().encode("needle\0"),
    "latin": new Uint8Array([...new TextEncoder().encode("needle "), 0xe9, 0x0a]),
    "node_modules/a.js": "needle",
    ".gitignore": "*.log",
    "a.log": "needle",
    "a.ts": "needle",
  });
  await Deno.symlink(`${outside.root}/x`, `${place.root}/linked`);
  const result = await searchFiles(place, { query: "needle" });
  assertEquals(matchesOf(result).map(({ path }) => path), ["a.ts"]);
  assertEquals([result["files_searched"], result["files_not_searched"]], [2, 2]);
});

Deno.test("a search can be limited to a directory or to one file", async () => {
  using place = directory({ "a.ts": "x", "b/a.ts": "x", "b/c.ts": "x" });
  const paths = async (path: string) =>
    matchesOf(await searchFiles(place, { query: "x", path })).map((match) => match.path);
  assertEquals(await paths("b"), ["b/a.ts", "b/c.ts"]);
  assertEquals(await paths("b/c.ts"), ["b/c.ts"]);
  assertEquals((await searchFiles(place, { query: "x", path: "../b" }))["status"], "error");
});

Deno.test("long lines are cut around what was found, and lines are limited in all and by file", async () => {
  using place = directory({ "a.ts": `${"-".repeat(5_000)}needle${"-".repeat(5_000)}` });
  const [found] = matchesOf(await searchFiles(place, { query: "needle" }));
  assertTrue(found !== undefined && found.text.length <= 302 && found.text.includes("needle"));

  place.write({ "many": "needle\n".repeat(60), "z": "needle" });
  const all = await searchFiles(place, { query: "needle" });
  assertEquals([matchesOf(all).length, all["truncated"]], [52, true]);
  const few = await searchFiles(place, { query: "needle", limit: 2 });
  assertEquals([matchesOf(few).length, few["truncated"]], [2, true]);
});

Deno.test("a query that is empty, too long, of several lines or no pattern is refused with a reason", async () => {
  using place = directory({ "a.ts": "x" });
  const bad = [{ query: "" }, { query: "x".repeat(501) }, { query: "a\nb" }, { query: "(", regex: true }];
  for (const options of bad) {
    const { status, error } = await searchFiles(place, options);
    assertEquals(status, "error");
    assertTrue(String(error).length > 5);
  }
});

Deno.test("a root that was replaced is told", async () => {
  using place = directory({ "a.ts": "x" });
  assertEquals((await searchFiles({ ...place, stale: () => "Replaced" }, { query: "x" }))["status"], "stale");
});

Deno.test("a long search lets others have the thread, and ends where it is when it is cancelled", async () => {
  using place = directory(
    Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`f${at}`, "x\n".repeat(20_000)])),
  );
  const stop = new AbortController();
  let turns = 0;
  const timer = setInterval(() => ++turns === 2 && stop.abort(), 0);
  const { truncated, files_searched } = await searchFiles(place, {
    query: "no such line",
    regex: true,
    signal: stop.signal,
  });
  clearInterval(timer);
  assertTrue(turns >= 2);
  assertEquals(truncated, true);
  assertTrue(Number(files_searched) < 400);
});
