/** What a path leads to is judged before a program opens it; whoever exchanges it in between gains nothing. */
import { assertEquals, assertTrue } from "../../assert.ts";
import { openMachine } from "../parts/jobs_machine.ts";
import { Machine } from "../parts/machine.ts";
import { place } from "../parts/place.ts";
import { hasLandlock } from "./parts/landlock.ts";

/** Exchanges a link between two files, as fast as it can. */
const FLIP = `
import os, sys
top, at = sys.argv[1], 0
while True:
    os.symlink(("/etc/shadow", top + "/safe")[at % 2], top + "/new")
    os.replace(top + "/new", top + "/link")
    at += 1
`;

Deno.test({
  name: "a link that is exchanged all the time never leads a program to what may not be read",
  ignore: !await hasLandlock() || Deno.uid() !== 0,
  async fn() {
    await using machine = await Machine.start();
    await using at = await place();
    await Deno.writeTextFile(`${at.path}/safe`, "safe\n");
    const flip = new Deno.Command("python3", { args: ["-c", FLIP, at.path] }).spawn();
    const outputs: string[] = [];
    try {
      for (let round = 0; round < 200; round++) {
        const input = {
          executable: "cat",
          path: null,
          argv: [`${at.path}/link`],
          operands: [{ at: 0, from: 0, kind: "path" }],
        };
        outputs.push(
          await machine.do("execute_program", input).then(({ output }) => output, ({ message }) => message),
        );
      }
    } finally {
      flip.kill("SIGKILL");
      await flip.status;
    }
    assertEquals(outputs.filter((output) => output.includes("root:")), []);
    // Otherwise the race was never run.
    assertTrue(outputs.includes("safe\n") && outputs.includes(""), outputs.slice(0, 20).join());
  },
});

Deno.test("a program that reads files reads those that it was told to, whatever else it may be", async () => {
  if (!await hasLandlock()) return;
  await using machine = await Machine.start();
  await using at = await place();
  await Deno.writeTextFile(`${at.path}/told`, "b\na\n");
  const path = `${at.path}/told`;
  const operand = (index: number) => ({ at: index, from: 0, kind: "path" });
  const run = async (executable: string, argv: readonly string[], operands: readonly unknown[]) =>
    (await machine.do("execute_program", { executable, path: null, argv, operands })).output;
  assertEquals(await run("sort", [path], [operand(0)]), "a\nb\n");
  assertEquals(await run("tail", ["-n1", path], [operand(1)]), "a\n");
  assertEquals(await run("grep", ["-c", "a", path], [operand(2)]), "1\n");
  // As if the table had let through what it refuses.
  for (
    const [executable, ...argv] of [["cat", "/etc/hostname"], ["grep", "-r", "", "/etc/hostname"], [
      "sort",
      "/etc/passwd",
    ]]
  ) {
    assertEquals(await run(executable ?? "", argv, []), "");
  }
});

Deno.test("what does not fit into memory is sorted all the same", async () => {
  await using machine = await Machine.start();
  const input = {
    executable: "sort",
    path: null,
    argv: ["-S", "1b"],
    stdin: "b\na\n".repeat(25_000),
    operands: [],
  };
  const { output, exit_code } = await machine.do("execute_program", input);
  assertEquals([output.length, exit_code], [100_000, 0]);
});

Deno.test("a durable job is kept to its files as well", async () => {
  if (!await hasLandlock()) return;
  const world = await openMachine();
  try {
    const path = `${world.sshd.directory}/told`;
    await Deno.writeTextFile(path, "b\na\n");
    const operands = [{ at: 0, from: 0, kind: "path" }];
    const told = await world.begin("sort", [path], { operands });
    assertEquals((await world.ended(told))["exitCode"], 0);
    assertEquals((await world.output(told))["data"], "a\nb\n");
    // As if the table had let through what it does not judge.
    const other = await world.begin("sort", ["/etc/passwd"], { operands: [] });
    assertEquals((await world.ended(other))["exitCode"], 2);
    assertEquals((await world.output(other))["data"], "");
  } finally {
    await world[Symbol.asyncDispose]();
  }
});
