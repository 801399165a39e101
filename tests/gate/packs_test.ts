/** What the packs say of ordinary and of hostile uses of the programs they know. */
import { judge } from "gatehouse/gate/judge.ts";
import { assertEquals } from "../assert.ts";

interface Case {
  readonly topic: string;
  readonly command: string;
  readonly expect: "allow" | "ask" | "deny" | "grey";
}

const lines = (await Deno.readTextFile(new URL("packs.jsonl", import.meta.url))).trimEnd().split("\n");
const groups = Map.groupBy(
  // The file beside this test is ours; a wrong row fails below.
  lines.map((line) => JSON.parse(line) as Case),
  (row) => `${row.topic}: what is answered ${row.expect}`,
);

for (const [name, rows] of groups) {
  Deno.test(name, () => {
    const answered = rows.map(({ command }) => {
      const verdict = judge(command, { cwd: "/home/user/project" });
      return [command, verdict.grey ? "grey" : verdict.decision];
    });
    assertEquals(answered, rows.map(({ command, expect }) => [command, expect]));
  });
}
