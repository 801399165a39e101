/** Files of commands with the verdicts they must get, one JSON object a line, as tests: one a topic. */
import { judge } from "gatehouse/gate/judge.ts";
import { assertEquals } from "../../assert.ts";

interface Row {
  readonly topic: string;
  readonly command: string;
  /** The verdict, or those of which one must come. */
  readonly expect: string | readonly string[];
}

/**
 * Declares the tests of `tests/gate/<file>`.
 *
 * @param nameOf The test that a row belongs to.
 */
export async function testRows(file: string, nameOf: (row: Row) => string): Promise<void> {
  const lines = (await Deno.readTextFile(new URL(`../${file}`, import.meta.url))).trimEnd().split("\n");
  // The files beside the tests are ours; a wrong row fails below.
  const tests = Map.groupBy(lines.map((line) => JSON.parse(line) as Row), nameOf);
  for (const [name, rows] of tests) {
    Deno.test(name, () => {
      const wrong = rows.filter(({ command, expect }) =>
        ![expect].flat().includes(judge(command, { cwd: "/home/user/project" }).decision)
      );
      assertEquals(wrong.map((row) => row.command), []);
    });
  }
}
