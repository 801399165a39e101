/** Every catalogue entry gives the effects its own examples say. */
import { judge } from "gatehouse/gate/judge.ts";
import { programs } from "gatehouse/gate/programs/mod.ts";
import { assertEquals } from "../assert.ts";

Deno.test("no program stands in the catalogue twice", () => {
  const all = programs.flatMap((program) => program.names);
  assertEquals(all.filter((name, index) => all.indexOf(name) !== index), []);
});

for (const program of programs) {
  for (const [command, expected] of Object.entries(program.examples ?? {})) {
    Deno.test(`${JSON.stringify(command)} has the effects ${JSON.stringify(expected)}`, () => {
      const effects = judge(command, { cwd: "/home/user/project" }).effects;
      const wanted = expected === "" ? [] : expected.split(" ");
      const shown = effects.map(({ kind, path, host, program }, index) => {
        const target = path ?? host ?? program;
        // An example may leave the target out.
        return target === undefined || wanted[index] === kind ? kind : `${kind}:${target}`;
      });
      assertEquals(shown, wanted);
    });
  }
}
