/** Commands that once were allowed and should not have been, and near them harmless ones that must stay allowed. */
import { judge } from "gatehouse/gate/judge.ts";
import { assertEquals } from "../assert.ts";

interface Row {
  readonly topic: string;
  readonly command: string;
  readonly expect: readonly string[];
}

const lines = (await Deno.readTextFile(new URL("escapes.jsonl", import.meta.url))).trimEnd().split("\n");
const topics = Map.groupBy(
  // The file beside this test is ours; a wrong row fails below.
  lines.map((line) => JSON.parse(line) as Row),
  (row) => row.topic,
);

for (const [topic, rows] of topics) {
  Deno.test(`${topic}: every line is judged as it must be`, () => {
    const wrong = rows.filter(({ command, expect }) =>
      !expect.includes(judge(command, { cwd: "/home/user/project" }).decision)
    );
    assertEquals(wrong.map((row) => row.command), []);
  });
}
