/** A clock that was wrong for a while: nothing runs that should not, and nobody is locked out once it is right again. */
import { assertEquals, assertTrue } from "../../assert.ts";
import { bench, CALL, STORES } from "../../state/approvals_parts.ts";

const YEAR = 365 * 86_400_000;

for (const store of STORES) {
  Deno.test(`${store}: a change with an unknown end from a time that never was can be approved anew at once`, async () => {
    await using desk = await bench(store);
    desk.now += YEAR;
    await desk.approvals.grant(CALL, 60_000);
    assertTrue(await desk.approvals.begin(CALL) !== null);
    // The clock is put right; how the change ended is still not known.
    desk.now -= YEAR;
    const operator = desk.another();
    assertTrue(await operator.openSince(CALL) !== null);
    assertEquals(await desk.approvals.holds(CALL), false);
    await operator.grant(CALL, 60_000);
    assertEquals(await desk.approvals.holds(CALL), true);
    assertTrue(await desk.approvals.begin(CALL) !== null);
  });

  Deno.test(`${store}: also where the approval itself is the first to see that the clock was put right`, async () => {
    await using desk = await bench(store);
    desk.now += YEAR;
    await desk.approvals.grant(CALL, 60_000);
    assertTrue(await desk.approvals.begin(CALL) !== null);
    desk.now -= YEAR;
    await desk.another().grant(CALL, 60_000);
    // A server that ran all the time takes away once more what was approved before it saw the step itself.
    assertTrue(await desk.another().begin(CALL) !== null);
  });

  Deno.test(`${store}: an approval from before the clock was put right allows nothing`, async () => {
    await using desk = await bench(store);
    desk.now += YEAR;
    await desk.approvals.grant(CALL, 60_000);
    await desk.approvals.grant(CALL, 300_000);
    assertTrue(await desk.approvals.begin(CALL) !== null);
    desk.now -= YEAR;
    assertEquals([await desk.approvals.holds(CALL), await desk.approvals.begin(CALL)], [false, null]);
  });
}
