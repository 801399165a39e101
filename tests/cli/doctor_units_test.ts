/** The checks of `doctor` one by one, on machines that no test can have. */
import { type Check, type Group, lookedAt, type World } from "gatehouse/cli/doctor/check.ts";
import { clock } from "gatehouse/cli/doctor/clock.ts";
import { audit } from "gatehouse/cli/doctor/audit.ts";
import { runtime, thisProcess } from "gatehouse/cli/doctor/runtime.ts";
import { type Disk, state } from "gatehouse/cli/doctor/state.ts";
import { loadSettings } from "gatehouse/config/load.ts";
import { ToolError } from "gatehouse/core/errors.ts";
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { record, stateDirectory } from "../state/parts.ts";

const { signal } = new AbortController();
const MIB = 2 ** 20;

async function only(group: Group): Promise<(name: string) => Check> {
  const lines = await group.look(signal);
  return (name) => {
    const line = lines.find((one) => one.name === name);
    if (line === undefined) throw new Error(`no line ${name}`);
    return line;
  };
}

async function world(dir: string): Promise<World> {
  const io = { environment: { XDG_STATE_HOME: dir }, cwd: "/", uid: Deno.uid() };
  return { io, loaded: await loadSettings({}, { ...io, families: [] }), house: null };
}

Deno.test("on Windows the platform's line names what is left out", async () => {
  const of = await only(runtime({ ...thisProcess(), os: "windows" }));
  assertEquals(of("platform").status, "warn");
  for (const part of ["flow", "hosts", "bash"]) assertIncludes(of("platform").detail, part);
});

Deno.test("a right that is missing is named, and one too many is warned of", async () => {
  const without = await only(
    runtime({ ...thisProcess(), granted: (name) => name !== "run" && name !== "ffi" }),
  );
  assertEquals(without("permissions").status, "warn");
  assertIncludes(without("permissions").detail, ": run");
  const all = await only(runtime({ ...thisProcess(), granted: () => true }));
  assertIncludes(all("permissions").detail, "ffi");
});

Deno.test("a Deno that nobody tested with is warned of, and an executable says what it is", async () => {
  const old = await only(runtime({ ...thisProcess(), deno: "2.6.10", compiled: true }));
  assertEquals(old("runtime").status, "warn");
  assertIncludes(old("runtime").detail, "an executable, on Deno 2.6.10");
  assertEquals((await only(runtime({ ...thisProcess(), deno: "2.7.14" })))("runtime").status, "ok");
});

Deno.test("a clock in another century, one behind the files, and one that was moved are told apart", async () => {
  await using dir = await stateDirectory();
  await Deno.mkdir(dir.path, { mode: 0o700 });
  const { XDG_STATE_HOME } = { XDG_STATE_HOME: dir.path.slice(0, dir.path.lastIndexOf("/")) };
  const at = await world(XDG_STATE_HOME);
  const now = Date.now();
  const line = async (reading: { now: number; expected: number }) =>
    (await only(clock(at, { clock: () => reading })))("clock");
  assertEquals((await line({ now, expected: now })).status, "ok");
  assertEquals((await line({ now: 0, expected: 0 })).status, "fail");
  assertEquals((await line({ now: NaN, expected: 0 })).status, "fail");
  const moved = await line({ now, expected: now - 60_000 });
  assertEquals(moved.status, "warn");
  assertIncludes(moved.detail, "60000 ms");
  await Deno.utime(dir.path, new Date(now + 7 * 86_400_000), new Date(now + 7 * 86_400_000));
  const behind = await line({ now, expected: now });
  assertEquals(behind.status, "warn");
  assertIncludes(behind.detail, dir.path);
});

Deno.test("a disk that is full, one that nearly is, and one that does not say are told apart", async () => {
  await using dir = await stateDirectory();
  const at = await world(dir.path);
  const line = async (free: number | null) => {
    const own: Disk = { free: () => free, writable: () => true };
    return (await only(state(at, { disk: own })))("disk-space");
  };
  assertEquals(
    await Promise.all([MIB, 100 * MIB, 4_096 * MIB, null].map(async (free) => (await line(free)).status)),
    ["fail", "warn", "ok", "skip"],
  );
  assertIncludes((await line(4_096 * MIB)).detail, "4.0 GiB");
});

Deno.test("a state directory that cannot be made, and files that cannot be written, fail", async () => {
  await using dir = await stateDirectory();
  const at = await world(dir.path);
  const readOnly: Disk = { free: () => null, writable: () => false };
  const missing = await only(state(at, { disk: readOnly }));
  assertEquals(missing("state-directory").status, "fail");
  await record(`${dir.path}/gatehouse`, { to: 1 });
  const there = await only(state(at, { disk: readOnly }));
  assertEquals([there("state-directory").status, there("audit-log").status], ["fail", "fail"]);
});

Deno.test("where files have no owners, the state directory's line says that nothing is recorded", async () => {
  await using dir = await stateDirectory();
  const { io, ...at } = await world(dir.path);
  const disk: Disk = { free: () => null, writable: () => true };
  const of = await only(state({ ...at, io: { ...io, uid: null } }, { disk }));
  assertEquals(of("state-directory").status, "warn");
  assertEquals((await only(audit({ ...at, io: { ...io, uid: null } })))("audit-chain").status, "skip");
});

Deno.test("a record that takes longer than its time is said to be whole as far as it was read", async () => {
  await using dir = await stateDirectory();
  await record(`${dir.path}/gatehouse`, { to: 600 });
  const line = (await only(audit(await world(dir.path), { withinMs: -1 })))("audit-chain");
  assertEquals(line.status, "skip");
  assertIncludes(line.detail, "Rows 1 to 255 are whole");
  assertIncludes(line.next, "gatehouse audit verify");
});

Deno.test("a check that fails, rejects, throws or never ends is one line, and its signal ends", async () => {
  const ended: AbortSignal[] = [];
  const groupOf = (look: Group["look"]): Group => ({ name: "x", limitMs: 5, late: "Wait", look });
  const said = async (look: Group["look"]) => await lookedAt(groupOf(look), { signal });
  const [late] = await said((own) => {
    ended.push(own);
    return new Promise<never>(() => {});
  });
  assertEquals([late?.status, late?.next, ended[0]?.aborted], ["fail", "Wait", true]);
  const [known] = await said(() => Promise.reject(new ToolError("A_CODE", "It is so", { next: "Do it" })));
  assertEquals([known?.status, known?.detail, known?.next], ["fail", "It is so", "Do it"]);
  assertTrue((await said(() => [])).length === 0);
});
