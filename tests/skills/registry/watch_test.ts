import { assertEquals, assertTrue } from "../../assert.ts";
import { armDeno, type Notifications, Watch } from "gatehouse/skills/registry/watch.ts";
import { Place } from "./parts.ts";

const [major = 0, minor = 0] = Deno.version.deno.split(".").map(Number);
const ignore = Deno.build.os !== "linux" || major < 2 || major === 2 && minor < 9;

Deno.test({
  name: "every change is seen by the next look, without any waiting",
  ignore,
  async fn() {
    await using place = await Place.make();
    const path = await place.write("a/b/file");
    const watch = new Watch(place.path);
    assertTrue(await watch.renew());
    const changes = [
      () => Deno.writeTextFileSync(path, "y"),
      () => Deno.chmodSync(path, 0o600),
      () => Deno.utimeSync(path, 1, 1),
      () => Deno.writeTextFileSync(`${place.path}/a/new`, ""),
      () => Deno.renameSync(`${place.path}/a/new`, `${place.path}/a/newer`),
      () => Deno.removeSync(`${place.path}/a/newer`),
    ];
    for (let round = 0; round < 30; round++) {
      for (const change of changes) {
        const before = await watch.state();
        change();
        assertTrue((await watch.state()) !== before, `${change}`);
      }
    }
    watch.close();
  },
});

Deno.test({
  name: "looking, listing and reading are no change",
  ignore,
  async fn() {
    await using place = await Place.make();
    const path = await place.write("a/file");
    const watch = new Watch(place.path);
    await watch.renew();
    const before = await watch.state();
    Deno.lstatSync(path);
    Deno.readTextFileSync(path);
    assertEquals([...Deno.readDirSync(`${place.path}/a`)].length, 1);
    assertEquals(await watch.state(), before);
    assertTrue(await watch.renew());
    assertEquals(await watch.state(), before);
    watch.close();
  },
});

Deno.test({
  name: "a watch that saw something is armed anew, so that it sees below a root that was made again",
  ignore,
  async fn() {
    await using place = await Place.make();
    await place.write("root/a/file");
    const watch = new Watch(`${place.path}/root`);
    await watch.renew();
    await Deno.remove(`${place.path}/root`, { recursive: true });
    await place.write("root/a/file");
    await watch.renew();
    const before = await watch.state();
    await place.write("root/a/file", "y");
    assertTrue((await watch.state()) !== before);
    watch.close();
  },
});

Deno.test("where the system has no notifications, nobody is said to watch", async () => {
  await using place = await Place.make();
  const watch = new Watch(place.path, {
    arm: () => {
      throw new Error("no space left on device");
    },
  });
  assertEquals(await watch.renew(), false);
  assertEquals(await watch.state(), null);
});

Deno.test("notifications that end or fail are no silence", async () => {
  await using place = await Place.make();
  for (const fails of [false, true]) {
    const watch = new Watch(place.path, { arm: () => ending(fails) });
    await watch.renew();
    assertEquals(await watch.state(), null);
  }
});

Deno.test({
  name: "a root that is gone cannot be watched",
  ignore,
  async fn() {
    await using place = await Place.make();
    const watch = new Watch(`${place.path}/missing`, { arm: armDeno });
    assertEquals(await watch.renew(), false);
    watch.close();
  },
});

function ending(fails: boolean): Notifications {
  return {
    // deno-lint-ignore require-yield -- it ends before it tells anything
    async *events() {
      await Promise.resolve();
      if (fails) throw new Error("broken");
    },
    close() {},
  };
}
