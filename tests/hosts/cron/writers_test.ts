/** Many who change one crontab at once: one after the other, or told to call again, and no line is lost. */
import { assertEquals, assertIncludes } from "../../assert.ts";
import { canHaveCrontabs, Crontabs, JOB, LINE } from "../parts/crontabs.ts";
import type { Served } from "../parts/served.ts";

const WRITERS = 8;
const FOREIGN = "# theirs\r\n0 1 * * * true\n";

function test(name: string, fn: (crontabs: Crontabs) => Promise<void>): void {
  Deno.test({
    name,
    ignore: !canHaveCrontabs,
    async fn() {
      await using crontabs = await Crontabs.open();
      await crontabs.put(FOREIGN);
      await fn(crontabs);
    },
  });
}

type Change = readonly [tool: string, args: Readonly<Record<string, unknown>>];

/** All at once, each approved before. */
async function atOnce(crontabs: Crontabs, changes: readonly (readonly [Served, Change])[]) {
  for (const [served, [tool, args]] of changes) await crontabs.approve(tool, args, served);
  return await Promise.all(changes.map(([served, [tool, args]]) => served.call(tool, args)));
}

async function markersIn(crontabs: Crontabs): Promise<string[]> {
  return [...(await crontabs.raw()).matchAll(/^# mikrus-mcp:([a-z0-9-]+):/gm)].map(([, id]) => id ?? "")
    .sort();
}

for (const stores of ["one store", "a store each"]) {
  test(`${WRITERS} servers with ${stores} put as many profiles into one crontab`, async (crontabs) => {
    const all = await Promise.all(
      Array.from(
        { length: WRITERS },
        (_, at) => crontabs.another(stores === "one store" ? undefined : `${crontabs.store}${at}`),
      ),
    );
    const upserts = all.map((served, at) =>
      [served, ["cron_upsert", { ...JOB, profile_id: `p${at}` }] as Change] as const
    );
    const answers = await atOnce(crontabs, upserts);
    assertEquals(
      answers.map(({ envelope }) => envelope.data?.state ?? envelope.error),
      Array(WRITERS).fill("IN_SYNC"),
    );
    assertEquals(await markersIn(crontabs), Array.from({ length: WRITERS }, (_, at) => `p${at}`));
    assertEquals((await crontabs.raw()).startsWith(FOREIGN), true);
    // Half of them are taken out while the others are changed.
    const mixed = all.map((served, at) =>
      [
        served,
        at % 2 === 0
          ? ["cron_remove", { profile_id: `p${at}` }] as Change
          : ["cron_upsert", { ...JOB, profile_id: `p${at}`, argv: [`/srv/${at}`] }] as Change,
      ] as const
    );
    const again = await atOnce(crontabs, mixed);
    assertEquals(again.map(({ isError }) => isError), Array(WRITERS).fill(false));
    assertEquals(await markersIn(crontabs), ["p1", "p3", "p5", "p7"]);
    const text = await crontabs.raw();
    for (const at of [1, 3, 5, 7]) assertIncludes(text, `'tail' '/srv/${at}'\n`);
    assertEquals([text.startsWith(FOREIGN), text.split("\n").length], [true, 2 + 8 + 1]);
  });
}

test(`${WRITERS} calls for one profile leave one line, and the store says which`, async (crontabs) => {
  const all = await Promise.all(Array.from({ length: 2 }, () => crontabs.another()));
  const changes = Array.from({ length: WRITERS }, (_, at) => {
    const served = all[at % all.length] ?? crontabs.served;
    return [served, ["cron_upsert", { ...JOB, argv: [`/srv/${at}`] }] as Change] as const;
  });
  const answers = await atOnce(crontabs, changes);
  assertEquals(
    answers.map(({ envelope }) => envelope.data?.state ?? envelope.error),
    Array(WRITERS).fill("IN_SYNC"),
  );
  assertEquals(await markersIn(crontabs), ["logs"]);
  assertEquals((await crontabs.listed("logs")).state, "IN_SYNC");
  const [record, ...others] = JSON.parse(await Deno.readTextFile(crontabs.store));
  assertEquals(others, []);
  assertIncludes(await crontabs.raw(), `'tail' '${record.argv[0]}'\n`);
});

test("a profile is its caller's: others neither see, change nor remove it", async (crontabs) => {
  await crontabs.changed("cron_upsert", JOB);
  const { served } = crontabs;
  const theirs = { principal: "bearer-sha256:other" };
  assertEquals((await served.call("cron_list", {}, theirs)).envelope.data.profiles, []);
  for (
    const [tool, args, code] of [
      ["cron_upsert", JOB, "CONFLICT"],
      ["cron_remove", { profile_id: "logs" }, "NOT_FOUND"],
    ] as const
  ) {
    await served.call(tool, args, theirs);
    const asked = served.memory.pending.at(-1);
    if (asked === undefined) throw new Error("not asked");
    served.memory.grant(asked.binding);
    assertEquals((await served.error(tool, args, theirs)).code, code);
  }
  assertIncludes(await crontabs.raw(), `\n${LINE}\n`);
});

test("after the machine's key has changed its profiles are another machine's", async (crontabs) => {
  await crontabs.changed("cron_upsert", JOB);
  await crontabs.sshd.rotate();
  const served = await crontabs.another();
  assertEquals((await served.data("cron_list")).count, 0);
  assertEquals((await crontabs.refused("cron_remove", { profile_id: "logs" }, served)).code, "NOT_FOUND");
  await crontabs.changed("cron_upsert", JOB, served);
  assertEquals(await markersIn(crontabs), ["logs"]);
  assertEquals(JSON.parse(await Deno.readTextFile(crontabs.store)).length, 1);
});
