/** The rules on commands have a say in every program, and a person sees what they say. */
import { judgeOf } from "gatehouse/core/command_judge.ts";
import type { Family } from "gatehouse/core/tool.ts";
import { assertEquals, assertIncludes } from "../../assert.ts";
import { World } from "./parts/world.ts";

Deno.test("a program that the rules deny is refused, with an approval or without, and no request is recorded", async () => {
  await using world = await World.open();
  const { served } = world;
  for (const tool of ["execute_program", "start_program"]) {
    // By the name that it has here, and by what runs under another one.
    for (const executable of ["rm", "tidy"]) {
      const refused = await served.error(tool, { executable, argv: ["-rf", "/"] });
      assertEquals([refused.code, served.memory.pending.length], ["AUTHORIZATION_FAILED", 0]);
      assertIncludes(refused.message, "rules on commands deny");
    }
  }
});

Deno.test("the request for an approval says what the program would do", async () => {
  await using world = await World.open();
  const { served } = world;
  await served.error("execute_program", { executable: "cat", argv: ["hostname"], cwd: "/etc" });
  assertEquals(served.memory.pending.pop()?.effects, [
    "allow: Only reads ordinary files",
    "read /etc/hostname",
  ]);
  await served.error("execute_program", { executable: "words", argv: ["a; rm -rf /"] });
  const effects = served.memory.pending.pop()?.effects ?? [];
  assertIncludes(effects[0] ?? "", "ask: ");
  assertEquals(effects.at(-1), `program: ${world.directory}/words`);
});

Deno.test("what is refused by a program's table leaves no request, and an approval for it is not given", async () => {
  await using world = await World.open();
  const refused = await world.served.error("execute_program", { executable: "sort", argv: ["-o", "/tmp/x"] });
  assertEquals([refused.code, world.served.memory.pending.length], ["VALIDATION_FAILED", 0]);
  assertIncludes(refused.message, "PROGRAM_ARGUMENT_NOT_PERMITTED");
});

Deno.test("a judge that fails, answers strangely or is not there says deny", async () => {
  const families: Partial<Family>[] = [
    {},
    { commands: {} },
    { commands: { judge: () => Promise.reject(new Error("not loaded")) } },
    { commands: { judge: () => Promise.resolve({ default: () => Promise.reject(new Error("failed")) }) } },
    ...[null, "allow", { decision: "allow" }, { decision: "yes", reason: "", effects: [] }].map((told) => ({
      commands: { judge: () => Promise.resolve({ default: () => Promise.resolve(told) }) },
    })),
  ];
  for (const family of families) {
    // Only what the judge looks at.
    const judge = judgeOf(() => family as Family, () => undefined);
    assertEquals((await judge(["ls"], "/")).decision, "deny");
  }
});
