/** `audit verify` where old files of the record were removed. */
import { assertEquals, assertIncludes, assertMatch } from "../assert.ts";
import { record } from "../state/parts.ts";
import { run, withState } from "./parts/run.ts";

Deno.test("verify of a record without its oldest file ends with 1 and names --kept, which ends with 0", async () => {
  await withState(async (environment) => {
    const state = `${environment["XDG_STATE_HOME"]}/gatehouse`;
    for (const [from, to] of [[1, 2], [3, 4], [5, 6]] as const) {
      await record(state, { from, to, rotateBytes: 1 });
    }
    await Deno.remove(`${state}/audit-000000000001.sqlite`);
    const all = await run(["audit", "verify"], { environment });
    assertEquals(all.code, 1);
    assertIncludes(all.out, "rows 1 to 2 are missing");
    assertIncludes(all.out, "check the rest with --kept");
    const kept = await run(["audit", "verify", "--kept"], { environment });
    assertEquals(kept.code, 0);
    assertMatch(kept.out, /^intact: 4 rows from 3 on in 2 files, seal ok$/m);
    assertIncludes(kept.out, "cannot prove: What rows 1 to 2 said");
    const { first, rows } = JSON.parse(
      (await run(["audit", "verify", "--kept", "--json"], { environment })).out,
    );
    assertEquals([first, rows], [3, 6]);
  });
});
