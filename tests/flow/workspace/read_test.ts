import { countLines, linesOf } from "../../../lib/flow/workspace/text.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { makeFifo, put } from "../../core/files_parts.ts";
import fc from "fast-check";
import { place } from "./parts/workspace.ts";

const LIMIT = 262_144;

Deno.test("a text file is read as it is: every byte, byte order mark and line end of it", async () => {
  await using at = await place();
  const text = "\ufeffé\r\nb\n\nc";
  await put(`${at.root}/a.txt`, text);
  assertEquals(at.workspace.read("./a.txt"), {
    status: "ok",
    path: "a.txt",
    bytes: 11,
    content: text,
    total_lines: 4,
  });
  await put(`${at.root}/empty`, "");
  assertEquals(at.workspace.read("empty"), {
    status: "ok",
    path: "empty",
    bytes: 0,
    content: "",
    total_lines: 0,
  });
});

Deno.test("what is missing, no text or too large is answered with an error that says what to do", async () => {
  await using at = await place();
  await Deno.writeFile(`${at.root}/nul`, new Uint8Array([97, 0, 98]));
  await Deno.writeFile(`${at.root}/latin1`, new Uint8Array([97, 0xe9, 98]));
  await put(`${at.root}/full`, "x".repeat(LIMIT));
  await put(`${at.root}/large`, "x\n".repeat(LIMIT / 2) + "y");
  const errors = Object.fromEntries(["gone", "a/b", "nul", "latin1", "large"].map((path) => {
    const { status, error } = at.workspace.read(path);
    assertEquals(status, "error");
    return [path, error];
  }));
  assertEquals(errors, {
    "gone": "gone does not exist",
    "a/b": "a/b does not exist",
    "nul": "nul is no UTF-8 text: only text can be read",
    "latin1": "latin1 is no UTF-8 text: only text can be read",
    "large": `large has ${
      LIMIT + 1
    } bytes, more than ${LIMIT}: read a part of it with offset and limit, which count lines`,
  });
  assertEquals(at.workspace.read("full").status, "ok");
});

Deno.test("lines of a file are read by their numbers, with where to read on", async () => {
  await using at = await place();
  await put(`${at.root}/a`, "1\n2\r\n3\n4");
  const part = (range: { offset?: number; limit?: number }) => {
    const { content, offset, limit, total_lines, next_offset, bytes } = at.workspace.read("a", range);
    return [content, offset, limit, total_lines, next_offset, bytes];
  };
  assertEquals(part({ offset: 2, limit: 2 }), ["2\r\n3\n", 2, 2, 4, 4, 8]);
  assertEquals(part({ limit: 1 }), ["1\n", 1, 1, 4, 2, 8]);
  assertEquals(part({ offset: 4 }), ["4", 4, 1, 4, null, 8]);
  assertEquals(part({ offset: 1, limit: 100 }), ["1\n2\r\n3\n4", 1, 4, 4, null, 8]);
  assertEquals(at.workspace.read("a", { offset: 5 }), {
    status: "error",
    error: "a has 4 lines, and line 5 was asked for",
  });
  for (const range of [{ offset: 0 }, { limit: 0 }, { offset: 1.5 }, { limit: -1 }, { offset: NaN }]) {
    assertIncludes(at.workspace.read("a", range).error ?? "", "must be a whole number from 1");
  }
});

Deno.test("a file that is too large to be read whole is read in parts that make the whole", async () => {
  await using at = await place();
  const text = Array.from({ length: 40_000 }, (_, line) => `line ${line} é\n`).join("");
  await put(`${at.root}/a`, text);
  let content = "";
  let parts = 0;
  for (let offset: unknown = 1; typeof offset === "number"; parts++) {
    const part = at.workspace.read("a", { offset });
    assertEquals(part.status, "ok");
    assertTrue(new TextEncoder().encode(String(part["content"])).byteLength <= LIMIT);
    content += part["content"];
    offset = part["next_offset"];
  }
  assertTrue(content === text && parts > 1, `${parts} parts`);
  await put(`${at.root}/a`, "x".repeat(LIMIT + 1));
  assertIncludes(
    at.workspace.read("a", { limit: 1 }).error ?? "",
    `Line 1 of a has more than ${LIMIT} bytes`,
  );
});

Deno.test("the parts of any text, of any size, make the whole", () => {
  const text = fc.array(fc.constantFrom("a", "é", "\n", "\r\n", "x".repeat(20)), { maxLength: 60 });
  fc.assert(
    fc.property(
      text,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 90, max: 200 }),
      (all, limit, maxBytes) => {
        const whole = all.join("").split("\n").map((line) => line.slice(0, 40)).join("\n");
        let joined = "";
        let offset: number | null = 1;
        let lines = 0;
        while (offset !== null) {
          const part = linesOf(whole, { offset, limit, maxBytes });
          assertTrue(part !== null && part.total_lines === countLines(whole));
          joined += part.content;
          lines += part.limit;
          offset = part.next_offset;
        }
        assertEquals([joined, lines], [whole, countLines(whole)]);
      },
    ),
  );
});

Deno.test("links, second names, pipes, devices and directories are not read, nor is anything outside", async () => {
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
  await Deno.symlink("nothing", `${root}/dangling`);
  await makeFifo(`${root}/pipe`);
  for (
    const path of [
      ...["one", "two", "hard", "link", "inner", "linked/a", "out/secret", "dangling", "pipe", "sub"],
      ...[
        "../outside/secret",
        `${outside}/secret`,
        "sub/../../outside/secret",
        ".git/config",
        "sub/.git/a",
        "",
      ],
    ]
  ) {
    const { status, error, content } = workspace.read(path);
    assertEquals([status, content], ["error", undefined], path);
    assertTrue(typeof error === "string" && error.length > 0, path);
    assertEquals(workspace.bytes(path), null);
    assertEquals(workspace.admit(path, "read")?.status, "error", path);
  }
});

Deno.test("somebody else may read what is a file or not there, and not what is too large", async () => {
  await using at = await place();
  await put(`${at.root}/a`, "a");
  await put(`${at.root}/large`, "x".repeat(LIMIT + 1));
  assertEquals([at.workspace.admit("a", "read"), at.workspace.admit("gone", "read")], [null, null]);
  assertEquals(at.workspace.admit("large", "read")?.status, "error");
});

Deno.test("the bytes of any file are there for comparing, and null when there are none", async () => {
  await using at = await place();
  await Deno.writeFile(`${at.root}/a`, new Uint8Array([0xff, 0]));
  assertEquals(at.workspace.bytes("a"), new Uint8Array([0xff, 0]));
  assertEquals(at.workspace.bytes("gone"), null);
  await put(`${at.root}/huge`, "x".repeat(4 * 1_048_576 + 1));
  assertEquals(at.workspace.bytes("huge"), null);
});

Deno.test("once the root is another directory, a link or gone, everything is stale and nothing is read", async () => {
  await using at = await place();
  const { root, outside, workspace } = at;
  await put(`${root}/a`, "a");
  assertEquals(workspace.stale(), null);
  await Deno.rename(root, `${outside}/moved`);
  const replacements: readonly (() => Promise<unknown>)[] = [
    () => Promise.resolve(),
    () => Deno.mkdir(root),
    () => Deno.mkdir(root).then(() => put(`${root}/a`, "other")),
    () => Deno.symlink(`${outside}/moved`, root),
    () => put(root, "a file"),
  ];
  for (const replace of replacements) {
    await replace();
    assertTrue(workspace.stale()?.startsWith("The workspace is ") === true);
    for (
      const result of [
        workspace.read("a"),
        workspace.write("b", "x"),
        workspace.edit("a", { old: "a", new: "b" }),
      ]
    ) {
      assertEquals([result.status, result.error], ["stale", workspace.stale()]);
    }
    assertEquals([workspace.admit("a", "write")?.status, workspace.bytes("a")], ["stale", null]);
    await Deno.remove(root, { recursive: true }).catch(() => {});
  }
  await Deno.rename(`${outside}/moved`, root);
  assertEquals([workspace.stale(), workspace.read("a").status], [null, "ok"]);
});
