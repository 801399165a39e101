/** What is told when the connection is lost while a crontab is being changed, and what is there afterwards. */
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { canHaveCrontabs, Crontabs, JOB, LINE } from "../parts/crontabs.ts";
import { StandIns } from "../parts/stand_ins.ts";

/** Stops for ever at one place of one of the calls of crontab(1), and says when it is there. */
const STOPPING = `
n=$(($(cat 'DIRcount')+1)); echo $n > 'DIRcount'
stop() { [ "$(cat 'DIRstop')" != "$n $1" ] || { : > 'DIRreached/there'; while :; do sleep 1; done; }; }
stop before
/usr/bin/crontab "$@"; code=$?
stop after
exit $code
`;

class World implements AsyncDisposable {
  private constructor(readonly crontabs: Crontabs, readonly standIns: StandIns) {}

  static async open(): Promise<World> {
    const standIns = await StandIns.make();
    const top = `${standIns.file("")}/`;
    await standIns.add("crontab", STOPPING.replaceAll("DIR", top));
    await Deno.chmod(top, 0o777);
    await Deno.mkdir(`${top}reached`);
    await Deno.chmod(`${top}reached`, 0o777);
    const world = new World(await Crontabs.open({ bin: [standIns.bin] }), standIns);
    await world.stopAt("never");
    return world;
  }

  /** `where`: which call of crontab(1) from now on, and whether before or after its work. */
  async stopAt(where: string): Promise<void> {
    for (const [name, text] of [["count", "0"], ["stop", where]] as const) {
      await Deno.writeTextFile(this.standIns.file(name), text);
      await Deno.chmod(this.standIns.file(name), 0o666);
    }
  }

  /** Settles when the call has stopped there. */
  async stopped(work: () => void): Promise<void> {
    const directory = this.standIns.file("reached");
    using watcher = Deno.watchFs(directory);
    work();
    for await (const { kind } of watcher) if (kind === "create") break;
    await Deno.remove(`${directory}/there`);
  }

  /** Nothing is in the crontab or the store, or the usual profile is. */
  async reset(isThere: boolean): Promise<void> {
    await this.stopAt("never");
    await Deno.writeTextFile(this.crontabs.store, "[]", { mode: 0o600 });
    await this.crontabs.empty();
    if (isThere) await this.crontabs.changed("cron_upsert", JOB);
  }

  async lines(): Promise<number> {
    return (await this.crontabs.text() ?? "").split("\n").filter((line) => line === LINE).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.crontabs[Symbol.asyncDispose]();
    await this.standIns[Symbol.asyncDispose]();
  }
}

/** Calls of crontab(1) up to which nothing has happened: two looks, and the change. */
const BEFORE = ["1 before", "1 after", "2 before", "2 after", "3 before"];

/** From here on it has. */
const AFTER = ["3 after", "4 before", "5 after"];

/** With a crontab that is there a look is two calls. */
const REMOVE_BEFORE = ["1 before", "4 after", "5 before"];
const REMOVE_AFTER = ["5 after", "7 after"];

function test(name: string, fn: (world: World) => Promise<void>): void {
  Deno.test({
    name,
    ignore: !canHaveCrontabs,
    async fn() {
      await using world = await World.open();
      await fn(world);
    },
  });
}

async function cutIn(world: World, { tool, args, where, down }: {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly where: string;
  readonly down: boolean;
}) {
  const { crontabs } = world;
  await crontabs.approve(tool, args);
  await world.stopAt(where);
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof crontabs.served.call>>();
  await world.stopped(() => resolve(crontabs.served.call(tool, args)));
  if (down) await crontabs.sshd.kill();
  else crontabs.proxy.cut();
  const { isError, envelope } = await promise;
  crontabs.proxy.cut();
  await crontabs.sshd.idle();
  await world.stopAt("never");
  return isError ? envelope.error : envelope.data;
}

test("an upsert whose connection is cut before anything was changed is in doubt, and leaves nothing behind", async (world) => {
  const { crontabs } = world;
  for (const where of BEFORE) {
    await world.reset(false);
    const error = await cutIn(world, { tool: "cron_upsert", args: JOB, where, down: false });
    assertEquals([where, error.code, error.retryable], [where, "AMBIGUOUS_OUTCOME", false]);
    assertEquals([where, await world.lines(), await crontabs.listed("logs")], [where, 0, undefined]);
    await crontabs.changed("cron_upsert", JOB);
    assertEquals(await world.lines(), 1);
  }
});

test("an upsert whose connection is cut after the change is found to be done", async (world) => {
  const { crontabs } = world;
  for (const where of AFTER) {
    await world.reset(false);
    const data = await cutIn(world, { tool: "cron_upsert", args: JOB, where, down: false });
    assertEquals([where, data.state, data.reconciled_after_ambiguity], [where, "IN_SYNC", true]);
    assertEquals([await world.lines(), (await crontabs.listed("logs")).state], [1, "IN_SYNC"]);
  }
});

test("an upsert whose machine goes down is in doubt; afterwards the list says what came of it, and nothing runs twice", async (world) => {
  const { crontabs } = world;
  for (const where of ["1 before", "3 before", "3 after"]) {
    await world.reset(false);
    const error = await cutIn(world, { tool: "cron_upsert", args: JOB, where, down: true });
    assertEquals([where, error.code], [where, "AMBIGUOUS_OUTCOME"]);
    await crontabs.sshd.restart();
    const isThere = where === "3 after";
    assertEquals((await crontabs.listed("logs")).state, isThere ? "IN_SYNC" : "MISSING");
    assertEquals(await world.lines(), isThere ? 1 : 0);
    // The same call does not go through without somebody having looked.
    assertIncludes((await crontabs.served.error("cron_upsert", JOB)).message, "not known");
    await crontabs.again("cron_upsert", JOB);
    assertEquals([await world.lines(), (await crontabs.listed("logs")).state], [1, "IN_SYNC"]);
  }
});

test("a change of a profile that is lost leaves the old record, or is found to be done", async (world) => {
  const { crontabs } = world;
  const other = { ...JOB, argv: ["-n", "21"] };
  for (const [where, state] of [["4 after", undefined], ["5 after", "IN_SYNC"]] as const) {
    await world.reset(true);
    const { desired_digest } = await crontabs.listed("logs");
    const told = await cutIn(world, { tool: "cron_upsert", args: other, where, down: false });
    assertEquals([where, told.state], [where, state]);
    const now = await crontabs.listed("logs");
    assertEquals([now.state, now.desired_digest === desired_digest], ["IN_SYNC", state === undefined]);
  }
});

test("a removal whose connection is cut is in doubt while the pair is there, and done once it is gone", async (world) => {
  const { crontabs } = world;
  const args = { profile_id: "logs" };
  for (const where of REMOVE_BEFORE) {
    await world.reset(true);
    const error = await cutIn(world, { tool: "cron_remove", args, where, down: false });
    assertEquals([where, error.code], [where, "AMBIGUOUS_OUTCOME"]);
    assertEquals([await world.lines(), (await crontabs.listed("logs")).state], [1, "IN_SYNC"]);
  }
  for (const where of REMOVE_AFTER) {
    await world.reset(true);
    const data = await cutIn(world, { tool: "cron_remove", args, where, down: false });
    assertEquals([where, data], [where, { profile_id: "logs", removed: true }]);
    assertEquals([await world.lines(), await crontabs.listed("logs")], [0, undefined]);
  }
});

test("wherever the connection is cut while bytes are on their way, one outcome is told, and it is true", async (world) => {
  const { crontabs } = world;
  await world.reset(false);
  const before = crontabs.proxy.received;
  await crontabs.approve("cron_upsert", JOB);
  const from = crontabs.proxy.received;
  await crontabs.served.call("cron_upsert", JOB);
  const bytes = crontabs.proxy.received - from;
  assertTrue(bytes > 100 && from >= before);
  const seen = new Set<string>();
  for (let step = 0; step <= 6; step++) {
    await world.reset(false);
    await crontabs.approve("cron_upsert", JOB);
    const cut = step === 0
      ? Promise.resolve()
      : crontabs.proxy.more(Math.max(1, Math.round(bytes * step / 6)));
    const call = crontabs.served.call("cron_upsert", JOB);
    await Promise.race([cut, call]);
    crontabs.proxy.cut();
    const { isError, envelope } = await call;
    crontabs.proxy.cut();
    await crontabs.sshd.idle();
    const lines = await world.lines();
    const state = (await crontabs.listed("logs"))?.state;
    const told = isError ? envelope.error.code : envelope.data.state;
    seen.add(told);
    if (told === "IN_SYNC") assertEquals([step, lines, state], [step, 1, "IN_SYNC"]);
    else {
      // Until the order is on its way, nothing is in doubt.
      assertTrue(["AMBIGUOUS_OUTCOME", "TRANSIENT_UPSTREAM"].includes(told), told);
      assertEquals([step, lines, state], [step, 0, undefined]);
    }
    await crontabs.again("cron_upsert", JOB);
    assertEquals([step, await world.lines()], [step, 1]);
  }
  assertTrue(seen.has("IN_SYNC"), [...seen].join());
});
