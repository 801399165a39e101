/** Updates by stand-ins of the package managers: which is taken, what it is asked, and when nothing is installed. */
import { assertEquals, assertFails, assertIncludes, assertMatch, assertTrue } from "../../assert.ts";
import { mustRun } from "../../tasks/parts/child.ts";
import { answerOf, orderOf } from "gatehouse/hosts/remote/operations.ts";
import { type Answer, Machine } from "../parts/machine.ts";
import { patched } from "../parts/patched.ts";
import { StandIns } from "../parts/stand_ins.ts";

/** A machine with these stand-ins, python3 and little else. */
async function only(standIns: StandIns): Promise<Machine> {
  const { stdout } = await new Deno.Command("sh", { args: ["-c", "command -v sleep; command -v sh"] })
    .output();
  for (const path of new TextDecoder().decode(stdout).trim().split("\n")) {
    await Deno.symlink(path, `${standIns.bin}/${path.split("/").at(-1)}`);
  }
  await Deno.symlink("/usr/bin/python3", `${standIns.bin}/python3`);
  return await Machine.start({ path: standIns.bin });
}

const APT = `
case "$*" in
  *download-only*) echo 'Fetched 1 kB' ;;
  *upgrade) echo "$DEBIAN_FRONTEND"; echo '3 upgraded, 1 newly installed, 0 to remove and 2 not upgraded.' ;;
  *) echo 'Hit:1' ;;
esac`;

Deno.test("apt fetches first, then installs without a question and keeps changed configuration", async () => {
  await using standIns = await StandIns.make();
  await standIns.add("apt-get", APT);
  await using machine = await only(standIns);
  const done = await machine.do("update_system");
  assertEquals([done["package_manager"], done["upgraded"], done["exit_code"]], ["apt", 3, 0]);
  assertIncludes(done["output"], "noninteractive");
  const calls = await standIns.calls("apt-get");
  assertEquals(calls.map((call) => call.slice(9)), [["update"], ["--download-only", "upgrade"], [
    "upgrade",
  ]]);
  for (const call of calls) {
    assertTrue(call.includes("-y") && call.includes("Dpkg::Options::=--force-confold"));
  }
});

Deno.test("when too little time is left after fetching, nothing is installed and that is no ambiguity", async () => {
  await using standIns = await StandIns.make();
  await standIns.add("apt-get", `case "$*" in *download-only*) sleep 1.2 ;; esac`);
  await using machine = await only(standIns);
  const error = await assertFails(() => machine.do("update_system", {}, { budgetMs: 8_300 }), "TIMEOUT");
  assertIncludes(error.message, "FETCHED_ONLY");
  assertEquals((await standIns.calls("apt-get")).length, 2);
});

Deno.test("an installation that is cut off is ambiguous, a busy or failing package manager is not", async () => {
  const cases: [string, string, string][] = [
    [`case "$*" in *download-only*) ;; *upgrade) kill -9 $$ ;; esac`, "AMBIGUOUS_OUTCOME", ""],
    [
      `case "$*" in *download-only*) ;; *upgrade) exec sleep 9 ;; esac`,
      "AMBIGUOUS_OUTCOME",
      "STILL_INSTALLING",
    ],
    [
      "echo 'E: Could not get lock /var/lib/dpkg/lock-frontend' >&2; exit 100",
      "CONFLICT",
      "PACKAGE_MANAGER_BUSY",
    ],
    ["echo 'E: Unable to fetch some archives' >&2; exit 100", "UPSTREAM_FAILED", "UPDATE_FAILED"],
    ["echo 'Permission denied, are you root?' >&2; exit 100", "UPSTREAM_FAILED", "PERMISSION_DENIED"],
    ["exec sleep 30", "TIMEOUT", "NOTHING_CHANGED"],
  ];
  for (const [body, code, detail] of cases) {
    await using standIns = await StandIns.make();
    await standIns.add("apt-get", body);
    await using machine = await only(standIns);
    const error = await assertFails(() => machine.do("update_system", {}, { budgetMs: 8_000 }), code);
    assertIncludes(error.message, detail);
  }
});

Deno.test("an installation that takes longer than the call, or outlives the connection, ends by itself", async () => {
  for (const isCut of [false, true]) {
    await using standIns = await StandIns.make();
    const [begun, ended] = [standIns.file("begun"), standIns.file("ended")];
    await mustRun(["mkfifo", begun, ended]);
    const installs = `echo begun > '${begun}'; sleep 9; echo ended; echo $$ > '${ended}'`;
    await standIns.add("apt-get", `case "$*" in *download-only*) ;; *upgrade) ${installs} ;; esac`);
    await using machine = await only(standIns);
    const call = assertFails(() => machine.do("update_system", {}, { budgetMs: 8_000 }), "AMBIGUOUS_OUTCOME");
    // Opening a named pipe waits for the other end.
    assertEquals(await Deno.readTextFile(begun), "begun\n");
    if (isCut) {
      call.catch(() => {});
      await machine.hangUp();
    } else {
      const { message } = await call;
      assertIncludes(message, "STILL_INSTALLING");
    }
    assertMatch(await Deno.readTextFile(ended), /^\d+\n$/);
  }
});

/** The answer on a machine that has these programs and no others. */
async function on(standIns: StandIns, programs: readonly string[]): Promise<Answer> {
  const python = `def find(name, known=find):
    return known(name) if name in ${JSON.stringify(programs)} else None`;
  const env = { PATH: `${standIns.bin}:/usr/bin:/bin` };
  return answerOf(orderOf("update_system", {}), await patched("update_system", { python, env })) as Answer;
}

Deno.test("dnf, yum and apk are known, and a machine without any says so", async () => {
  const cases: [string, string, number][] = [
    ["dnf", `case "$*" in *downloadonly*) ;; *) printf 'Summary\\nUpgrade  4 Packages\\n' ;; esac`, 4],
    ["yum", "echo 'Nothing to do'", 0],
    ["apk", "printf '(1/2) Upgrading musl (1 -> 2)\\n(2/2) Upgrading zlib (1 -> 2)\\nOK\\n'", 2],
  ];
  for (const [name, body, upgraded] of cases) {
    await using standIns = await StandIns.make();
    await standIns.add(name, body);
    await standIns.add("needs-restarting", "exit 1");
    const done = await on(standIns, [name, "needs-restarting"]);
    assertEquals([done["package_manager"], done["upgraded"]], [name, upgraded]);
    assertEquals(done["reboot_required"], name === "apk" ? null : true);
    for (const call of await standIns.calls()) {
      assertTrue(name === "apk" || call[0] !== name || call[1] === "-y");
    }
  }
  await using none = await StandIns.make();
  const error = await assertFails(() => on(none, []), "UNAVAILABLE");
  assertIncludes(error.message, "PACKAGE_MANAGER_MISSING");
});
