import { join } from "node:path";
import { parse } from "smol-toml";
import { assertEquals } from "../../assert.ts";
import { checksToml, type Project, project, PROJECTS } from "../parts/projects.ts";

/** By check, whether it passes; with the variables that a check of a run gets. */
async function passes({ root, checks }: Project): Promise<boolean[]> {
  const passed: boolean[] = [];
  for (const { cmd: [program = "", ...args] } of checks) {
    const { success } = await new Deno.Command(program, {
      args,
      cwd: root,
      clearEnv: true,
      env: { PATH: Deno.env.get("PATH") ?? "", HOME: Deno.env.get("HOME") ?? root, LANG: "C.UTF-8" },
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).output();
    passed.push(success);
  }
  return passed;
}

async function entries(root: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(root))).map(({ name }) => name).sort();
}

for (const language of ["python", "deno"] as const) {
  Deno.test(`the ${language} project fails, goes on failing after a mistaken mend, and passes when it is mended`, async () => {
    await using made = await project(language);
    const [, tests] = await passes(made);
    assertEquals(tests, false);
    await Deno.writeTextFile(join(made.root, made.broken), made.mistaken);
    assertEquals(await passes(made), [true, false]);
    await Deno.writeTextFile(join(made.root, made.broken), made.mended);
    assertEquals(await passes(made), [true, true]);
    assertEquals(await entries(made.root), Object.keys(made.files).sort(), "a check wrote something");
  });

  Deno.test(`the ${language} project's checks read as they were written`, () => {
    const { checks } = parse(checksToml(PROJECTS[language]));
    const names = PROJECTS[language].checks.map(({ name }) => name);
    assertEquals(Object.keys(checks as Record<string, unknown>), names);
  });
}

Deno.test("the deno project does not type-check before it is mended", async () => {
  await using made = await project("deno");
  assertEquals((await passes(made))[0], false);
});
