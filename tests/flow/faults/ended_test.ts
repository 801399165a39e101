/** What is left when the program is ended from outside. */
import { assertEquals, assertTrue } from "../../assert.ts";
import { framesIn } from "../../cli/parts/strict_client.ts";
import { BEFORE, endedInCheck, killedWhileWriting, WRITTEN } from "./parts/ended.ts";

for (const how of ["run", "serve"] as const) {
  for (const [signal, code] of [["SIGTERM", 130], ["SIGKILL", 137]] as const) {
    Deno.test(`${signal} of flow ${how} in the midst of a check leaves no process of it, and every file whole`, async () => {
      const { out, pids, ...ended } = await endedInCheck(how, signal);
      assertEquals([ended.code, pids.length], [code, 3]);
      // Of an interrupted run no report is made up.
      assertEquals(framesIn(out).map(({ id }) => id), how === "serve" ? ["greeting"] : []);
      assertEquals([ended.edited, ended.undone], [WRITTEN, BEFORE]);
    });
  }
}

for (const writes of [1, 2, 5, 9]) {
  Deno.test(`SIGKILL in the midst of write ${writes} to a file leaves it whole, undo puts it back, and nothing stays beside it`, async () => {
    const { code, whole, strays, undone } = await killedWhileWriting(writes);
    assertEquals([code, whole, strays], [137, true, []]);
    assertTrue(undone);
  });
}
