/** How files are put in place: whole or not at all, with what they had, and only where that is allowed. */
import { join } from "node:path";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { patched } from "../parts/patched.ts";
import { place, sha256 } from "../parts/place.ts";
import { run } from "../../tasks/parts/child.ts";
import { Machine } from "../parts/machine.ts";

const ROOT = Deno.uid() === 0;

async function leftOver(path: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(path), ({ name }) => name)).filter((name) =>
    name.endsWith(".tmp")
  );
}

Deno.test("files of 0, 1 and 100,000 bytes are written, and 100,001 are refused", async () => {
  await using top = await place();
  await using machine = await Machine.start();
  const path = join(top.path, "file");
  for (const size of [0, 1, 100_000]) {
    const wrote = await machine.do("write_file", { path, content: "x".repeat(size) });
    assertEquals([wrote["output"], wrote["size"]], ["WRITE_OK", size]);
    const bytes = await Deno.readFile(path);
    assertEquals([bytes.length, await sha256(bytes)], [size, wrote["sha256"]]);
  }
  await assertFails(
    () => machine.do("write_file", { path, content: "x".repeat(100_001) }),
    "VALIDATION_FAILED",
  );
  await assertFails(
    () => machine.do("write_file", { path, content: "é".repeat(50_001) }),
    "VALIDATION_FAILED",
  );
  await assertFails(() => machine.do("write_file", { path, content: "\ud800" }), "VALIDATION_FAILED");
  assertEquals((await Deno.stat(path)).size, 100_000);
  const any = 'a\0b\r\n"$(id)`\u{1f600}';
  await machine.do("write_file", { path, content: any });
  assertEquals(await Deno.readTextFile(path), any);
  assertEquals(await leftOver(top.path), []);
});

Deno.test("where a file cannot be made without a name, it is written all the same, and nothing is left", async () => {
  await using top = await place();
  const path = join(top.path, "file");
  const write = (content: string) =>
    patched("write_file", { input: { path, content }, python: "nameless = lambda fd: None" });
  for (const content of ["one", "two"]) {
    assertTrue((await write(content)).ok === true);
    assertEquals(await Deno.readTextFile(path), content);
  }
  await Deno.link(path, join(top.path, "again"));
  assertTrue((await write("three")).ok === false);
  assertEquals(await leftOver(top.path), []);
});

Deno.test("a file that another puts in place while it is being written is not lost", async () => {
  await using top = await place();
  const path = join(top.path, "file");
  await Deno.writeTextFile(path, "old");
  const python = `def replacing(out, sync=os.fsync):
    sync(out)
    with open(${JSON.stringify(`${path}.new`)}, "w") as file:
        file.write("another's")
    os.rename(${JSON.stringify(`${path}.new`)}, ${JSON.stringify(path)})


os.fsync = replacing`;
  const reply = await patched("write_file", { input: { path, content: "ours" }, python });
  assertEquals(reply.ok ? reply : reply.error.detail, "CONCURRENT_MODIFICATION");
  assertEquals(await Deno.readTextFile(path), "another's");
  assertEquals(await leftOver(top.path), []);
});

Deno.test("a new file has the usual mode, an old one keeps its mode, owner and attributes", async () => {
  await using top = await place();
  await using machine = await Machine.start();
  const path = join(top.path, "file");
  assertEquals((await machine.do("write_file", { path, content: "1" }))["mode"], "0644");
  await Deno.chmod(path, 0o4751);
  if (ROOT) await Deno.chown(path, 1_234, 5_678);
  await Deno.chmod(path, 0o4751);
  const set = "import os,sys; os.setxattr(sys.argv[1], 'user.kept', b'yes')";
  const get = "import os,sys; print(os.getxattr(sys.argv[1], 'user.kept'))";
  // Not every file system has them.
  const labelled = (await run(["python3", "-c", set, path])).code === 0;
  const wrote = await machine.do("write_file", { path, content: "2" });
  assertEquals([wrote["created"], wrote["mode"], wrote["not_kept"]], [false, "4751", []]);
  const info = await Deno.stat(path);
  assertEquals((info.mode ?? 0) & 0o7777, 0o4751);
  if (ROOT) assertEquals([info.uid, info.gid], [1_234, 5_678]);
  if (labelled) assertIncludes((await run(["python3", "-c", get, path])).stdout, "yes");
});

Deno.test("links, directories, pipes and hard links are not written to", async () => {
  await using top = await place();
  await using outside = await place();
  await using machine = await Machine.start();
  const at = (name: string) => join(top.path, name);
  await Deno.writeTextFile(join(outside.path, "kept"), "kept");
  await Deno.symlink(join(outside.path, "kept"), at("leaf"));
  await Deno.symlink(outside.path, at("parent"));
  await Deno.symlink("/nowhere", at("broken"));
  await Deno.mkdir(at("directory"));
  await run(["mkfifo", at("pipe")]);
  await Deno.writeTextFile(at("one"), "kept");
  await Deno.link(at("one"), at("two"));
  const cases: [string, string][] = [
    ["leaf", "SYMLINK_REJECTED"],
    ["parent/new", "SYMLINK_REJECTED"],
    ["broken", "SYMLINK_REJECTED"],
    ["directory", "IS_A_DIRECTORY"],
    ["pipe", "NOT_REGULAR_FILE"],
    ["two", "HARD_LINKED"],
    ["one/below", "NOT_A_DIRECTORY"],
  ];
  for (const [name, detail] of cases) {
    const error = await assertFails(
      () => machine.do("write_file", { path: at(name), content: "changed" }),
      "VALIDATION_FAILED",
    );
    assertIncludes(error.message, detail);
  }
  await assertFails(() => machine.do("write_file", { path: at("none/new"), content: "" }), "NOT_FOUND");
  assertEquals(await Deno.readTextFile(join(outside.path, "kept")), "kept");
  assertEquals(await Array.fromAsync(Deno.readDir(outside.path), ({ name }) => name), ["kept"]);
  assertEquals(await leftOver(top.path), []);
});

Deno.test("only below its roots is written, and no form of a name leads out of them", async () => {
  await using machine = await Machine.start();
  const refused = [
    "/etc/gatehouse-test",
    "/tmpx/file",
    "/var/lib/file",
    "/tmp/../etc/gatehouse-test",
    "/root/file",
    "/tmp",
    "/",
    "relative",
    "",
    "/tmp/~/x",
    "/tmp/a\nb",
    "/tmp/a\0b",
    "/tmp/" + "x".repeat(1_000),
    "/proc/self/cwd/tmp/x",
  ];
  for (const path of refused) {
    await assertFails(() => machine.do("write_file", { path, content: "" }), "VALIDATION_FAILED");
  }
});

Deno.test({
  name: "a full disk is a typed failure that leaves the old file and nothing else",
  ignore: !ROOT,
  async fn() {
    await using top = await place();
    if ((await run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", top.path])).code !== 0) return;
    try {
      await using machine = await Machine.start();
      const path = join(top.path, "file");
      await machine.do("write_file", { path, content: "kept" });
      const error = await assertFails(
        () => machine.do("write_file", { path, content: "x".repeat(100_000) }),
        "UPSTREAM_FAILED",
      );
      assertIncludes(error.message, "NO_SPACE");
      assertEquals(await Deno.readTextFile(path), "kept");
      assertEquals(await leftOver(top.path), []);
      await run(["mount", "-o", "remount,ro", top.path]);
      const locked = await assertFails(
        () => machine.do("write_file", { path, content: "" }),
        "UPSTREAM_FAILED",
      );
      assertIncludes(locked.message, "READ_ONLY");
    } finally {
      await run(["umount", top.path]);
    }
  },
});
