/** A disk that becomes full in the midst of a run. */
import { assertEquals, assertTrue } from "../../assert.ts";
import { canMount, fullRun, NEW, OLD } from "./parts/full_disk.ts";

const ignore = !await canMount();

Deno.test({
  name: "a workspace that becomes full leaves every file whole and nothing beside them, and undo works",
  ignore,
  async fn() {
    const { code, report, wasFull, files, mixed, undone } = await fullRun("workspace");
    assertTrue(wasFull, JSON.stringify(report["events"]));
    assertEquals([code === 0, mixed, report["changed_files"]], [report["verified"], [], Object.keys(files)]);
    assertEquals(files["a.txt"], NEW);
    assertTrue(Object.entries(files).every(([name, size]) => /^[abc]\.txt$/.test(name) && size === NEW));
    assertEquals(undone, { "a.txt": OLD });
  },
});

Deno.test({
  name:
    "a file whose copy for undo finds no room is not written; what undo needs no copy for is, and goes again",
  ignore,
  async fn() {
    const { code, report, wasFull, files, mixed, undone } = await fullRun("state");
    assertTrue(wasFull, JSON.stringify(report["events"]));
    assertEquals([code === 0, mixed], [report["verified"], []]);
    assertEquals(files, { "a.txt": OLD, "b.txt": NEW, "c.txt": NEW });
    assertEquals([report["changed_files"], undone], [["b.txt", "c.txt"], { "a.txt": OLD }]);
  },
});
