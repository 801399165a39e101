/** What the gate says of tools that mostly show something, and of their options that do more. */
import { judge } from "gatehouse/gate/judge.ts";
import { assertEquals } from "../assert.ts";

interface Row {
  readonly topic: string;
  readonly command: string;
  readonly expect: string;
}

const lines = (await Deno.readTextFile(new URL("readers.jsonl", import.meta.url))).trimEnd().split("\n");
const topics = Map.groupBy(
  // The file beside this test is ours; a wrong row fails below.
  lines.map((line) => JSON.parse(line) as Row),
  (row) => `${row.topic}: ${row.expect}`,
);

for (const [name, rows] of topics) {
  Deno.test(name, () => {
    const wrong = rows.filter(({ command, expect }) =>
      judge(command, { cwd: "/home/user/project" }).decision !== expect
    );
    assertEquals(wrong.map((row) => row.command), []);
  });
}
