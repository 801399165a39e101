/** A real cron daemon runs what was put into the crontab: once, with exactly the given arguments and variables. */
import { join } from "node:path";
import { assertEquals } from "../../assert.ts";
import { has } from "../../tasks/parts/child.ts";
import { canHaveCrontabs, Crontabs, JOB } from "../parts/crontabs.ts";
import { place } from "../parts/place.ts";

const EVERY = { minute: "*", hour: "*", day_of_month: "*", month: "*", day_of_week: "*" };

/** Longer than the whole minutes that a cron waits. */
const PATIENCE_MS = 90_000;

/** Writes down its arguments and variables, each with a NUL behind it, and then gives the file its name. */
const RECORDER = `#!/bin/sh
new=$(mktemp 'DIR/new-XXXXXX')
printf '%s\\0' "$@" "$ONE" "$TWO" > "$new"
mv "$new" "DIR/ran-$1-\${new##*-}"
`;

/** Where this can be had, the machine's own jobs are not among those that it runs. */
const START =
  `mount --bind "$1" /etc/cron.d && mount --bind /dev/null /etc/crontab && mount -t tmpfs none /run
exec cron -f`;

Deno.test({
  name: "a cron daemon runs each job once, with the arguments and variables that it was given",
  ignore: !canHaveCrontabs || !await has("cron"),
  async fn() {
    await using top = await place();
    await using empty = await place();
    const ran = join(top.path, "ran");
    const bin = join(top.path, "bin");
    for (const path of [ran, bin]) await Deno.mkdir(path);
    for (const [path, mode] of [[top.path, 0o755], [ran, 0o777], [bin, 0o755]] as const) {
      await Deno.chmod(path, mode);
    }
    const path = join(bin, "recorder");
    await Deno.writeTextFile(path, RECORDER.replaceAll("DIR", ran));
    await Deno.chmod(path, 0o755);
    const recorder = { path, options: { "-n": "none" }, operands: "text", commands: [] } as const;
    await using crontabs = await Crontabs.open({ programs: { recorder } });
    await crontabs.put('PATH=/nowhere\nSHELL=/bin/sh\nMAILTO=""\nPATH=/usr/bin:/bin\n');

    const argv = ["odd", "it's", `"$(id)" \`id\``, "a\\b \\n", "*", "#", "", "\u{1f600}", "-n"];
    const environment = { ONE: "it's\\ one", TWO: "$HOME" };
    const long = ["long", "x".repeat(998 - `'${path}' 'long' ''`.length)];
    const job = { ...JOB, executable: "recorder", schedule: EVERY };
    await crontabs.changed("cron_upsert", { ...job, profile_id: "odd", argv, environment });
    await crontabs.changed("cron_upsert", { ...job, profile_id: "long", argv: long });
    await crontabs.changed("cron_upsert", { ...job, profile_id: "gone", argv: ["gone"] });
    await crontabs.changed("cron_remove", { profile_id: "gone" });

    const hidden = 'unshare --mount true && exec unshare --mount sh -c "$0" sh "$1"; exec cron -f';
    const daemon = new Deno.Command("sh", { args: ["-c", hidden, START, empty.path] }).spawn();
    try {
      const names = await recorded(ran, 2);
      assertEquals(names.map((name) => name.split("-")[1]).sort(), ["long", "odd"]);
      const textOf = async (what: string) =>
        (await Deno.readTextFile(join(ran, names.find((name) => name.startsWith(`ran-${what}-`)) ?? "")))
          .split("\0");
      assertEquals(await textOf("odd"), [...argv, environment.ONE, environment.TWO, ""]);
      assertEquals(await textOf("long"), [...long, "", "", ""]);
    } finally {
      daemon.kill("SIGTERM");
      await daemon.status;
    }
    assertEquals((await Array.fromAsync(Deno.readDir(ran))).length, 2);
  },
});

/** Names of the records, once there are so many. */
async function recorded(directory: string, count: number): Promise<string[]> {
  const watcher = Deno.watchFs(directory);
  const limit = setTimeout(() => watcher.close(), PATIENCE_MS);
  const names = async () =>
    (await Array.fromAsync(Deno.readDir(directory), ({ name }) => name)).filter((name) =>
      name.startsWith("ran-")
    );
  try {
    for await (const _ of watcher) {
      const found = await names();
      if (found.length >= count) return found;
    }
    return await names();
  } finally {
    clearTimeout(limit);
    try {
      watcher.close();
    } catch {
      // The limit was first.
    }
  }
}
