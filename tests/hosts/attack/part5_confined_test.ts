/** A program that reads files is kept to those that it was told, also beside a directory and in a job. */
import { assertEquals, assertIncludes } from "../../assert.ts";
import { openMachine } from "../parts/jobs_machine.ts";
import { hasLandlock } from "../programs/parts/landlock.ts";

/** A place outside of what programs may read without being told. */
const TOP = "/srv";

const operand = (at: number) => ({ at, from: 0, kind: "path" });

Deno.test({
  name: "a directory among the operands opens nothing that lies in it",
  ignore: !await hasLandlock() || Deno.uid() !== 0,
  async fn() {
    await using machine = await openMachine();
    const top = await Deno.makeTempDir({ dir: TOP });
    try {
      await Deno.writeTextFile(`${top}/told`, "told\n");
      await Deno.writeTextFile(`${top}/other`, "other\n");
      const argv = [top, `${top}/told`, `${top}/other`];
      // As a link that led to something else when it was judged: the last one was not.
      const asked = { executable: "cat", path: null, argv, operands: [operand(0), operand(1)] };
      const { output, stderr } = await machine.at.do("execute_program", asked);
      assertEquals(output, "told\n");
      assertIncludes(stderr, "Is a directory");
      const id = await machine.begin("cat", argv, { operands: [operand(0), operand(1)] });
      await machine.ended(id);
      assertEquals((await machine.output(id))["data"], "told\n");
    } finally {
      await Deno.remove(top, { recursive: true });
    }
  },
});
