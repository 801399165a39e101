/** crontab(1) that fails, lies, or is used by somebody else meanwhile: what is told is what is true. */
import { assertEquals, assertFails, assertIncludes } from "../../assert.ts";
import { canHaveCrontabs, Crontabs, JOB, pairOf } from "../parts/crontabs.ts";
import { Operating } from "../parts/operating.ts";
import { StandIns } from "../parts/stand_ins.ts";

/** A world whose crontab(1) is a script around the real one. */
async function around(body: string) {
  const standIns = await StandIns.make();
  const becomes = (text: string) => standIns.add("crontab", text.replaceAll("DIR", `${standIns.file("")}/`));
  await becomes(body);
  await Deno.chmod(standIns.file(""), 0o777);
  const crontabs = await Crontabs.open({ bin: [standIns.bin] });
  return {
    crontabs,
    becomes,
    async [Symbol.asyncDispose]() {
      await crontabs[Symbol.asyncDispose]();
      await standIns[Symbol.asyncDispose]();
    },
  };
}

const REAL = "/usr/bin/crontab";

Deno.test({
  name: "the machine itself refuses a line that cron would read as more than one, whoever sends it",
  ignore: !canHaveCrontabs,
  async fn() {
    await using crontabs = await Crontabs.open();
    await using at = await Operating.of(crontabs.sshd, { user: crontabs.account.name });
    await crontabs.put("# theirs\n");
    const input = { profile_id: "logs", program: { argv: [], operands: [] }, known_digest: null };
    for (const sign of ["%", "\n", "\r", "\t", "\x7f"]) {
      const error = await assertFails(
        () => at.do("cron_upsert", { ...input, line: `* * * * * 'true' 'a${sign}b'` }),
        "VALIDATION_FAILED",
      );
      assertIncludes(error.message, "UNSAFE_ARGUMENT");
    }
    assertEquals(await crontabs.raw(), "# theirs\n");
  },
});

Deno.test({
  name: "a crontab that somebody changes between the look and the change is left as they made it",
  ignore: !canHaveCrontabs,
  async fn() {
    await using world = await around(
      `${REAL} "$@"; code=$?; [ "$1" = -l ] && [ ! -e DIRdone ] && { : > DIRdone; echo '# theirs' | ${REAL} -; }; exit $code`,
    );
    const { crontabs } = world;
    const error = await crontabs.refused("cron_upsert", JOB);
    assertEquals(error.code, "CONFLICT");
    assertIncludes(error.message, "CONCURRENT_MODIFICATION");
    assertEquals(await crontabs.raw(), "# theirs\n");
    assertEquals((await crontabs.served.data("cron_list")).count, 0);
    await crontabs.changed("cron_upsert", JOB);
    assertEquals(await crontabs.raw(), `# theirs\n${await pairOf("logs")}`);
  },
});

const PROGRAMS = [
  [
    "fails before it has read",
    `[ "$1" = - ] && { echo 'no space' >&2; exit 1; }; exec ${REAL} "$@"`,
    "UPSTREAM_FAILED",
    "CRONTAB_INSTALL_FAILED",
  ],
  [
    "says that it succeeded and did nothing",
    `[ "$1" = - ] && exit 0; exec ${REAL} "$@"`,
    "UPSTREAM_FAILED",
    "CRONTAB_INSTALL_FAILED",
  ],
  [
    "installs something else",
    `[ "$1" = - ] && { echo '# else' | exec ${REAL} -; exit; }; exec ${REAL} "$@"`,
    "AMBIGUOUS_OUTCOME",
    "",
  ],
  [
    "is killed before it wrote",
    `[ "$1" = - ] && kill -9 $$; exec ${REAL} "$@"`,
    "UPSTREAM_FAILED",
    "CRONTAB_INSTALL_FAILED",
  ],
  [
    "cannot read",
    `[ "$1" = -l ] && { echo 'broken spool' >&2; exit 1; }; exec ${REAL} "$@"`,
    "UPSTREAM_FAILED",
    "CRONTAB_READ_FAILED",
  ],
  [
    "cannot read what it wrote",
    `[ "$1" = - ] && { : > DIRwritten; exec ${REAL} -; }; [ -e DIRwritten ] && exit 3; exec ${REAL} "$@"`,
    "AMBIGUOUS_OUTCOME",
    "",
  ],
  [
    "prints more than a MiB",
    `[ "$1" = -l ] && { yes | head -c 1100000; exit 0; }; exec ${REAL} "$@"`,
    "UPSTREAM_FAILED",
    "CRONTAB_READ_FAILED",
  ],
  [
    "prints without end",
    `[ "$1" = -l ] && exec yes; exec ${REAL} "$@"`,
    "UPSTREAM_FAILED",
    "CRONTAB_READ_FAILED",
  ],
] as const;

Deno.test({
  name: "whatever a crontab program does, what is told of it is true",
  ignore: !canHaveCrontabs,
  async fn() {
    await using world = await around(`exec ${REAL} "$@"`);
    const { crontabs } = world;
    for (const [what, body, code, detail] of PROGRAMS) {
      await world.becomes(body);
      await crontabs.empty();
      await Deno.writeTextFile(crontabs.store, "[]", { mode: 0o600 });
      const error = await crontabs.refused("cron_upsert", JOB);
      assertEquals([what, error.code], [what, code]);
      assertIncludes(error.message, detail);
      if (code !== "AMBIGUOUS_OUTCOME") assertEquals(await crontabs.text(), null);
      const kept = JSON.parse(await Deno.readTextFile(crontabs.store));
      // Where nobody could look, the profile is kept, so that it is not lost sight of.
      assertEquals([what, kept.length], [what, what === "cannot read what it wrote" ? 1 : 0]);
    }
  },
});

Deno.test({
  name: "a crontab program that fails after it has written is judged by what is there",
  ignore: !canHaveCrontabs,
  async fn() {
    await using world = await around(`${REAL} "$@"; code=$?; [ "$1" = - ] && exit 1; exit $code`);
    const { crontabs } = world;
    assertEquals((await crontabs.changed("cron_upsert", JOB)).state, "IN_SYNC");
    assertEquals(await crontabs.raw(), await pairOf("logs"));
  },
});
