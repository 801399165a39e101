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

// The kill falls into the preparation, the first write, or a later one, as chance has it: each is as good.
for (const turns of [2, 3, 7, 12]) {
  Deno.test(`SIGKILL after ${turns} turns of a run that writes again and again leaves a whole file, which undo puts back`, async () => {
    const { code, whole, strays, undone } = await killedWhileWriting(turns);
    assertEquals([code, whole, strays], [137, true, []]);
    assertTrue(undone);
  });
}
