/** What the operations read of files, and refuse to. */
import { join } from "node:path";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { patched } from "../parts/patched.ts";
import { place, sha256 } from "../parts/place.ts";
import { run } from "../../tasks/parts/child.ts";
import { type Answer, Machine } from "../parts/machine.ts";

const ROOT = Deno.uid() === 0;

Deno.test("a file is read in ranges that end between characters, with the digest of the whole", async () => {
  await using top = await place();
  await using machine = await Machine.start();
  const content = new TextEncoder().encode("aé€😀".repeat(20));
  await Deno.writeFile(join(top.path, "text"), content);
  let read = "";
  for (let offset: number | null = 0; offset !== null;) {
    const part: Answer = await machine.do("read_file", {
      path: join(top.path, "text"),
      offset_bytes: offset,
      max_bytes: 7,
    });
    assertEquals(part["encoding"], "utf-8");
    assertEquals(part["sha256"], await sha256(content));
    assertEquals(part["size"], content.length);
    read += part["output"];
    offset = part["next_offset"] ?? null;
  }
  assertEquals(read, new TextDecoder().decode(content));
});

Deno.test("what is no text is given as base64, what is nearly text says that it was changed", async () => {
  await using top = await place();
  await using machine = await Machine.start();
  const cases: [string, number[], string, string][] = [
    ["nul", [97, 0, 98], "base64", "YQBi"],
    ["latin", [97, 0xe9, 98, 10], "lossy", "a\ufffdb\n"],
    ["empty", [], "utf-8", ""],
    ["controls", Array(99).fill(27), "base64", "Gxsb".repeat(33)],
    ["escape", [27, 91, 50, 74, 10], "utf-8", "\\u{1b}[2J\n"],
  ];
  for (const [name, bytes, encoding, output] of cases) {
    await Deno.writeFile(join(top.path, name), Uint8Array.from(bytes));
    const read = await machine.do("read_file", { path: join(top.path, name) });
    assertEquals([read["encoding"], read["output"], read["truncated"]], [encoding, output, false], name);
    assertEquals(read["controls_escaped"], name === "escape" ? 1 : 0);
  }
  const read = await machine.do("read_file", { path: join(top.path, "latin"), encoding: "base64" });
  assertEquals([read["encoding"], read["output"]], ["base64", "YeliCg=="]);
});

Deno.test("a file of the kernel has no size, and is read", async () => {
  await using machine = await Machine.start();
  const read = await machine.do("read_file", { path: "/proc/self/status" });
  assertIncludes(read["output"] ?? "", "Name:");
  assertTrue(read["size"] > 0);
});

Deno.test("what must not be read is refused whatever name leads to it", async () => {
  await using top = await place();
  await using machine = await Machine.start();
  await Deno.symlink("/etc/shadow", join(top.path, "link"));
  await Deno.symlink("/etc", join(top.path, "etc"));
  const names = [
    "/etc/shadow",
    "/etc//shadow",
    "/etc/./shadow",
    "/proc/self/root/etc/shadow",
    "/proc/self/cwd/etc/shadow",
    join(top.path, "link"),
    join(top.path, "etc/shadow"),
    "/etc/gshadow",
    "/etc/shadow-",
    "/root/.ssh",
    "/root/.ssh/id_ed25519",
    "/proc/kcore",
    "/proc/kmsg",
    "/proc/self/environ",
    "/proc/self/mem",
    "/proc/1/task/1/mem",
  ];
  for (const operation of ["read_file", "tail_file", "list_directory", "search_in_files", "analyze_disk"]) {
    for (const path of names) {
      const error = await assertFails(
        () => machine.do(operation, { path, pattern: "root" }),
        "VALIDATION_FAILED",
      );
      assertIncludes(error.message, "PATH_DENIED");
    }
  }
});

Deno.test({
  name: "a hard link and a bind mount of what must not be read are refused too",
  ignore: !ROOT,
  async fn() {
    await using top = await place();
    await using machine = await Machine.start();
    const link = `/etc/gatehouse-${crypto.randomUUID()}`;
    await Deno.link("/etc/shadow", link);
    try {
      await assertFails(() => machine.do("read_file", { path: link }), "VALIDATION_FAILED");
      const found = await machine.do("search_in_files", { path: "/etc", pattern: "root:" });
      assertTrue(!JSON.stringify(found["matches"]).includes("shadow"));
      assertTrue(!JSON.stringify(found["matches"]).includes(link));
    } finally {
      await Deno.remove(link);
    }
    const mounted = join(top.path, "mounted");
    await Deno.writeTextFile(mounted, "");
    if ((await run(["mount", "--bind", "/etc/shadow", mounted])).code !== 0) return;
    try {
      await assertFails(() => machine.do("read_file", { path: mounted }), "VALIDATION_FAILED");
    } finally {
      await run(["umount", mounted]);
    }
  },
});

Deno.test("a link that takes the file's place between the look and the opening is not followed", async () => {
  await using top = await place();
  const path = join(top.path, "file");
  await Deno.writeTextFile(path, "own");
  await Deno.writeTextFile(join(top.path, "other"), "other");
  const python = `def swapping(name, *more, look=os.stat, **named):
    info = look(name, *more, **named)
    if name == b"file":
        os.unlink(${JSON.stringify(path)})
        os.symlink("other", ${JSON.stringify(path)})
    return info


os.stat = swapping`;
  for (const operation of ["read_file", "search_in_files"]) {
    const reply = await patched(operation, { input: { path, pattern: "o" }, python });
    assertEquals(reply.ok ? reply : reply.error.detail, "SYMLINK_REJECTED");
    await Deno.remove(path);
    await Deno.writeTextFile(path, "own");
  }
});

Deno.test("a missing file, a directory, a pipe, a device and a loop of links each fail in their own way", async () => {
  await using top = await place();
  await using machine = await Machine.start();
  await run(["mkfifo", join(top.path, "pipe")]);
  await Deno.symlink("loop", join(top.path, "loop"));
  await Deno.writeTextFile(join(top.path, "file"), "");
  const cases: [string, string, string, string][] = [
    ["read_file", "none", "NOT_FOUND", ""],
    ["read_file", ".", "VALIDATION_FAILED", "IS_A_DIRECTORY"],
    ["read_file", "pipe", "VALIDATION_FAILED", "NOT_REGULAR_FILE"],
    ["tail_file", "pipe", "VALIDATION_FAILED", "NOT_REGULAR_FILE"],
    ["read_file", "loop", "VALIDATION_FAILED", "SYMLINK_REJECTED"],
    ["read_file", "file/below", "VALIDATION_FAILED", "NOT_A_DIRECTORY"],
    ["list_directory", "file", "VALIDATION_FAILED", "NOT_A_DIRECTORY"],
    ["search_in_files", "none", "NOT_FOUND", ""],
  ];
  for (const [operation, name, code, detail] of cases) {
    const error = await assertFails(
      () => machine.do(operation, { path: join(top.path, name), pattern: "x" }),
      code,
    );
    assertIncludes(error.message, detail);
  }
  await assertFails(() => machine.do("read_file", { path: "/dev/zero" }), "VALIDATION_FAILED");
});

Deno.test({
  name: "without the right to a file, the failure says so",
  ignore: !ROOT,
  async fn() {
    await using top = await place();
    await using machine = await Machine.start({ uid: 65_534 });
    await Deno.writeTextFile(join(top.path, "file"), "x");
    await Deno.chmod(top.path, 0o755);
    await Deno.chmod(join(top.path, "file"), 0o600);
    const error = await assertFails(
      () => machine.do("read_file", { path: join(top.path, "file") }),
      "UPSTREAM_FAILED",
    );
    assertIncludes(error.message, "PERMISSION_DENIED");
    const write = await assertFails(
      () => machine.do("write_file", { path: join(top.path, "new"), content: "" }),
      "UPSTREAM_FAILED",
    );
    assertIncludes(write.message, "PERMISSION_DENIED");
  },
});

Deno.test("the end of a file is its last lines, however it ends", async () => {
  await using top = await place();
  await using machine = await Machine.start();
  const path = join(top.path, "log");
  const lines = Array.from({ length: 30_000 }, (_, index) => `line ${index} ${"x".repeat(index % 50)}`);
  await Deno.writeTextFile(path, lines.join("\n") + "\n");
  const ended = await machine.do("tail_file", { path, lines: 3 });
  assertEquals(ended["output"], lines.slice(-3).join("\n") + "\n");
  assertEquals([ended["lines"], ended["truncated"]], [3, true]);
  await Deno.writeTextFile(path, "a\nb\nc");
  assertEquals((await machine.do("tail_file", { path, lines: 2 }))["output"], "b\nc");
  assertEquals((await machine.do("tail_file", { path, lines: 500 }))["output"], "a\nb\nc");
  await Deno.writeTextFile(path, "x".repeat(1_000_000));
  const long = await machine.do("tail_file", { path, lines: 1 });
  assertTrue(long["output"].length <= 262_144);
});

Deno.test("a file of 1 GiB is read where it is asked for, and no more of it", async () => {
  await using top = await place();
  await using machine = await Machine.start();
  const path = join(top.path, "large");
  const size = 1_073_741_824;
  await Deno.writeTextFile(path, "begin\n");
  await Deno.truncate(path, size - 4);
  await Deno.writeTextFile(path, "\nend", { append: true });
  const begin = await machine.do("read_file", { path, max_bytes: 6 });
  assertEquals([begin["output"], begin["size"], begin["sha256"], begin["next_offset"]], [
    "begin\n",
    size,
    null,
    6,
  ]);
  const end = await machine.do("read_file", { path, offset_bytes: size - 3 });
  assertEquals([end["output"], end["next_offset"]], ["end", null]);
  assertEquals((await machine.do("tail_file", { path, lines: 1 }))["output"], "end");
  const past = await machine.do("read_file", { path, offset_bytes: size + 5 });
  assertEquals([past["output"], past["bytes"], past["next_offset"]], ["", 0, null]);
});

Deno.test("a directory's names come as they are, and none of them makes a line of its own", async () => {
  await using top = await place();
  await using machine = await Machine.start();
  await Deno.writeTextFile(join(top.path, "a\nb\x1b[31m"), "12345");
  await Deno.symlink("/etc/shadow", join(top.path, "link"));
  await Deno.mkdir(join(top.path, "-rf"));
  const { entries, output } = await machine.do("list_directory", { path: top.path });
  assertEquals(
    (entries as { name: string; type: string; size: number }[]).map(({ name, type }) => [name, type]),
    [["-rf", "directory"], ["a\nb\\u{1b}[31m", "file"], ["link", "link"]],
  );
  assertEquals((output as string).split("\n").length, 3);
  assertIncludes(output, "a\\nb");
});

Deno.test("a search finds the fixed text with its line, across blocks, and follows no link", async () => {
  await using top = await place();
  await using machine = await Machine.start();
  await Deno.mkdir(join(top.path, "d"));
  const block = 1_048_576;
  await Deno.writeTextFile(join(top.path, "d/big"), `a\n${"y".repeat(block - 5)}nee.dle z\nend\nnee.dle\n`);
  await Deno.writeTextFile(join(top.path, "d/line"), `nee.dle${"y".repeat(2 * block)}nee.dle\n`);
  await Deno.writeTextFile(join(top.path, "d/dots"), "neeXdle\n");
  await Deno.writeFile(join(top.path, "d/binary"), new TextEncoder().encode("\0nee.dle"));
  await Deno.symlink("/etc", join(top.path, "d/link"));
  const found = await machine.do("search_in_files", { path: top.path, pattern: "nee.dle" });
  assertEquals((found["matches"] as { line: number }[]).map(({ line }) => line), [2, 4, 1]);
  assertEquals([found["files_searched"], found["skipped"], found["truncated"]], [4, 1, false]);
  await Deno.writeTextFile(join(top.path, "many"), "nee.dle\n".repeat(500));
  assertEquals(
    (await machine.do("search_in_files", { path: top.path, pattern: "nee.dle" }))["truncated"],
    true,
  );
  for (const pattern of ["a\nb", "$(id)", "", "'", "\0"]) {
    await assertFails(() => machine.do("search_in_files", { path: top.path, pattern }), "VALIDATION_FAILED");
  }
});

Deno.test("a search that does not end in time gives what it found", async () => {
  await using machine = await Machine.start();
  const found = await machine.do("search_in_files", { path: "/", pattern: "no such text in any file" }, {
    budgetMs: 1_000,
  });
  assertEquals(found["state"], "partial");
});

Deno.test("what is large below a path is told, each file once", async () => {
  await using top = await place();
  await using machine = await Machine.start();
  await Deno.mkdir(join(top.path, "big"));
  await Deno.writeFile(join(top.path, "big/one"), new Uint8Array(400_000).fill(1));
  await Deno.link(join(top.path, "big/one"), join(top.path, "big/again"));
  await Deno.writeFile(join(top.path, "small"), new Uint8Array(5_000).fill(1));
  const disk = await machine.do("analyze_disk", { path: top.path });
  const entries = disk["entries"] as { path: string; bytes: number }[];
  assertEquals(entries.map(({ path }) => path), [join(top.path, "big"), join(top.path, "small")]);
  assertTrue((entries[0]?.bytes ?? 0) < 500_000);
  assertEquals(disk["state"], "complete");
  assertTrue(disk["filesystem"]["total_bytes"] > 0);
});
