/** The program itself, its client's whims and the end of its input, with a real server behind it. */
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { Program } from "../../cli/parts/program.ts";
import { scratch } from "../../core/files_parts.ts";
import { cancelled, modern } from "../../dispatch/parts/wire.ts";
import { serverEnv } from "../../tasks/parts/client.ts";
import { Sshd } from "../parts/sshd.ts";
import { addSystemctl, StandIns } from "../parts/stand_ins.ts";

const PASSWORD = "a-sudo-password-nobody-should-see";

const call = (id: number, name: string, args: unknown = {}) =>
  `${JSON.stringify(modern(id, "tools/call", { name, arguments: args }))}\n`;

/** A server whose restarts last, and the program's variables for it. */
async function open(action: string) {
  const standIns = await StandIns.make();
  await addSystemctl(standIns, { action });
  const sshd = await Sshd.start({ bin: [standIns.bin] });
  const state = await scratch();
  const box = {
    type: "ssh",
    host: "127.0.0.1",
    port: sshd.port,
    user: sshd.user,
    ssh_key: sshd.client.path,
    known_hosts_file: await sshd.knownHosts(),
    sudo_password: PASSWORD,
    sudo: false,
  };
  const environment = {
    ...serverEnv(state.path),
    MCP_SERVERS: JSON.stringify({ box }),
    MCP_WRITE_ENABLED: "true",
    MCP_ALLOWED_SCOPES: "tool:*,target:*,target-id:*,resource:*,data:*,write:server",
  };
  return {
    sshd,
    standIns,
    environment,
    async operator(...args: readonly string[]) {
      await using program = new Program(args, environment);
      await program.send("");
      return await program.ended();
    },
    async [Symbol.asyncDispose]() {
      await sshd[Symbol.asyncDispose]();
      await standIns[Symbol.asyncDispose]();
      await state[Symbol.asyncDispose]();
    },
  };
}

const RESTART = { name: "app", action: "restart" };

/** The program, with that change approved and begun: it runs on the machine now. */
async function begun(world: Awaited<ReturnType<typeof open>>) {
  const args = [
    "change_service_state",
    "--target",
    "box",
    "--arguments-json",
    JSON.stringify(RESTART),
    "--yes",
  ];
  const approved = await world.operator("approve", ...args);
  assertEquals(approved.code, 0, approved.err);
  const program = new Program(["-m", "mikrus_mcp"], world.environment);
  await program.send(call(1, "change_service_state", RESTART), { more: true });
  for (;;) {
    const calls = await world.standIns.calls("systemctl");
    if (calls.some((words) => words.includes("restart"))) return program;
  }
}

const restarts = async ({ standIns }: { standIns: StandIns }) =>
  (await standIns.calls("systemctl")).filter((words) => words.includes("restart")).length;

for (
  const [how, go] of [
    ["its input ends", (program: Program) => program.send("")],
    ["it is told to end", (program: Program) => Promise.resolve(program.kill("SIGTERM"))],
  ] as const
) {
  Deno.test(`a change that has begun is carried out and recorded although ${how}`, async () => {
    await using world = await open("sleep 2; exit 0");
    await using program = await begun(world);
    await go(program);
    const { code, err } = await program.ended();
    assertEquals(code === 0 || code === 143, true, `${code}: ${err}`);
    const rows = (await world.operator("audit", "tail", "--json")).out;
    const outcomes = [...rows.matchAll(/"outcome": ?"([^"]*)"/g)].map(([, outcome]) => outcome);
    assertIncludes(outcomes.join(), "intent");
    assertTrue(outcomes.includes("ok"), rows);
    assertEquals(await restarts(world), 1);
    await world.sshd.idle();
  });
}

Deno.test("a change whose program is killed is ambiguous for the next one, and never run by itself", async () => {
  await using world = await open("sleep 2; exit 0");
  const program = await begun(world);
  program.kill("SIGKILL");
  await program[Symbol.asyncDispose]();
  const again = await world.operator("call", "change_service_state", JSON.stringify(RESTART));
  assertIncludes(again.err, "what came of it is not known");
  assertEquals([again.code === 0, await restarts(world)], [false, 1]);
  await world.sshd.idle();
});

Deno.test("a storm of calls that are cancelled at once, and of changes nobody approved, leaves nothing behind", async () => {
  await using world = await open("exit 0");
  await using program = new Program(["-m", "mikrus_mcp"], world.environment);
  let text = "";
  for (let id = 1; id <= 400; id++) {
    const tool = id % 3 === 0 ? "get_memory_info" : id % 3 === 1 ? "list_processes" : "change_service_state";
    text += call(id, tool, id % 3 === 2 ? { ...RESTART, name: `app-${id}` } : {});
    if (id % 4 !== 0) text += `${JSON.stringify(cancelled(id))}\n`;
  }
  await program.send(text, { more: true });
  // On a busy machine the first may still wait behind the storm until its time is up.
  let answer = "";
  for (let id = 1_001; id <= 1_003 && !answer.includes("total_bytes"); id++) {
    await program.send(call(id, "get_memory_info"), { more: true });
    answer = await program.until("out", new RegExp(`^.*"id":${id}[,}].*$`, "m"));
  }
  assertIncludes(answer, "total_bytes");
  await program.send("");
  const { code, out, err } = await program.ended();
  assertEquals(code, 0, err);
  for (const line of out.split("\n")) if (line !== "") JSON.parse(line);
  assertEquals(await restarts(world), 0);
  assertTrue(!(out + err).includes(PASSWORD));
  await world.sshd.idle();
  const pending = (await world.operator("approvals", "pending", "--json")).out;
  assertTrue(JSON.parse(pending).requests.length <= 32);
});

Deno.test("eight programs at once, one approval: one restart", async () => {
  await using world = await open("exit 0");
  const args = [
    "change_service_state",
    "--target",
    "box",
    "--arguments-json",
    JSON.stringify(RESTART),
    "--yes",
  ];
  assertEquals((await world.operator("approve", ...args)).code, 0);
  const ends = await Promise.all(
    Array.from({ length: 8 }, () => world.operator("call", "change_service_state", JSON.stringify(RESTART))),
  );
  assertEquals(ends.filter(({ code }) => code === 0).length, 1, ends.map(({ err }) => err).join("\n"));
  assertEquals(await restarts(world), 1);
});
