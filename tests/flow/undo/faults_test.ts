import { assertEquals, assertTrue } from "../../assert.ts";
import { makeFifo, put } from "../../core/files_parts.ts";
import { namesBelow } from "../../core/parts/rooted.ts";
import { has, run } from "../../tasks/parts/child.ts";
import { contentsOf, place } from "../workspace/parts/workspace.ts";
import { cutOff, runIn, script, undoIn, type Where } from "./parts/undo.ts";

async function fill({ root }: Where): Promise<void> {
  await Deno.mkdir(`${root}/sub`);
  await put(`${root}/old`, "old", 0o640);
  await put(`${root}/sub/mode`, "old", 0o755);
}

Deno.test("a run that is cut off at any of its calls to the file system can be undone, to the byte", async () => {
  let calls: number | null = null;
  for (let last = 1; calls === null; last++) {
    await using at = await place();
    await fill(at);
    const was = contentsOf(at.root);
    calls = await cutOff("run", at, { last });
    const now = contentsOf(at.root);
    for (const path of ["old", "sub/mode"]) {
      assertTrue(now[path]?.startsWith("file ") === true, `${last}: ${path}`);
    }
    const report = undoIn(at);
    assertTrue(
      report.status === "ok" || report.reasons[0]?.code === "nothing_to_undo",
      JSON.stringify(report),
    );
    const stray = Object.keys(contentsOf(at.root)).filter((path) => path.includes(".flow-write-"));
    assertEquals(contentsOf(at.root), was, `cut off before call ${last}; ${stray}`);
    assertEquals(undoIn(at).reasons[0]?.code, "nothing_to_undo");
  }
  assertTrue(calls > 40, `${calls} calls`);
});

Deno.test("an undo that is cut off at any of its calls to the file system can be done again", async () => {
  let calls: number | null = null;
  for (let last = 1; calls === null; last++) {
    await using at = await place();
    await fill(at);
    const was = contentsOf(at.root);
    runIn(at, (workspace) => {
      for (const path of ["old", "sub/mode", "made/by/run"]) workspace.write(path, "new");
    });
    calls = await cutOff("undo", at, { last });
    const report = undoIn(at);
    assertTrue(
      report.status === "ok" || report.reasons[0]?.code === "nothing_to_undo",
      JSON.stringify(report),
    );
    assertEquals(contentsOf(at.root), was, `cut off before call ${last}`);
  }
  assertTrue(calls > 10, `${calls} calls`);
});

Deno.test("a run that is cut off before its first write leaves the run before undoable", async () => {
  await using at = await place();
  await fill(at);
  const was = contentsOf(at.root);
  runIn(at, (workspace) => workspace.write("old", "of the run before"));
  const between = contentsOf(at.root);
  for (let last = 1;; last++) {
    assertEquals(await cutOff("run", at, { last }), null);
    // The second run's first write to the workspace is its first temporary file there.
    if (Object.keys(contentsOf(at.root)).length > Object.keys(between).length) break;
    const isSecond = (await Deno.readTextFile(`${at.undo}/log`)).includes("sub/mode");
    assertTrue(!isSecond);
  }
  assertEquals(undoIn(at).status, "ok");
  const old = contentsOf(at.root)["old"];
  assertTrue(old === was["old"] || old === between["old"]);
});

Deno.test("everything works with rights to nothing but the workspace and the undo directory", async () => {
  await using at = await place();
  const { root, outside, undo } = at;
  await put(`${outside}/secret`, "secret");
  await put(`${root}/a.py`, "a = 1\n", 0o640);
  await Deno.symlink(`${outside}/secret`, `${root}/link`);
  await Deno.symlink(outside, `${root}/linked`);
  await Deno.link(`${outside}/secret`, `${root}/hard`);
  await makeFifo(`${root}/pipe`);
  const was = contentsOf(root);
  const { code, stdout, stderr } = await script("scoped.ts", [root, undo], { only: [root, undo] });
  assertEquals([code, stderr], [0, ""]);
  const { rights, said, text, after, report, selfTest } = JSON.parse(stdout);
  assertEquals(rights, Array(8).fill("prompt"));
  assertEquals(said, ["ok", "ok", "ok", ...Array(14).fill("error")]);
  assertEquals([text, after, report.status, report.restored], ["b = 1\n", "a = 1\n", "ok", ["a.py"]]);
  assertEquals(selfTest, "unavailable");
  assertEquals(contentsOf(root), was);
  assertEquals(namesBelow(outside), ["secret"]);
});

/** A mount namespace of our own: for root, and for others where the system lets users have one. */
const unshare = Deno.build.os === "linux" && await has("unshare")
  ? (await run(["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"])).code === 0
  : false;

for (const [full, size] of [["root", "400k"], ["undo", "20k"]] as const) {
  Deno.test({
    name: `on a full tmpfs under the ${
      full === "root" ? "workspace" : "journal"
    } nothing is half-written, and undo works`,
    ignore: !unshare,
    async fn() {
      await using at = await place();
      const mount = `mount -t tmpfs -o size=${size},mode=700 tmpfs "${at[full]}" && exec "$@"`;
      const { code, stdout, stderr } = await script("full.ts", [at.root, at.undo], {
        only: [at.root, at.undo],
        through: ["unshare", "-rm", "sh", "-c", mount, "sh"],
      });
      assertEquals([code, stderr], [0, ""]);
      const { written, errors, ...rest } = JSON.parse(stdout);
      assertTrue(written > 0 && errors["ENOSPC"] > 0, stdout);
      assertEquals(Object.keys(errors), ["ENOSPC"]);
      assertEquals(rest, {
        whole: [true, true],
        stray: 0,
        status: "ok",
        left: ["a", "sub"],
        texts: ["old a", "old b"],
      });
    },
  });
}
