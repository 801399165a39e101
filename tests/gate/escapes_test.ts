import fc from "fast-check";
import { judge } from "gatehouse/gate/judge.ts";
import { assertEquals, assertTrue } from "../assert.ts";
import { hidden, LINES, SIMPLE } from "./parts/escapes.ts";

const CWD = "/home/user/project";

Deno.test("each of the commands that are hidden below is denied as it stands", () => {
  const all = [...SIMPLE.map((words) => words.join(" ")), ...LINES];
  assertTrue(all.length >= 30);
  assertEquals(all.filter((command) => judge(command, { cwd: CWD }).decision !== "deny"), []);
});

Deno.test("no separator, nesting, wrapper, quoting, expansion or here-document gets a denied command allowed", () => {
  fc.assert(
    fc.property(hidden, (command) => {
      const { decision, rule } = judge(command, { cwd: CWD });
      assertTrue(decision !== "allow", `${rule} allows ${command}`);
    }),
    { numRuns: 10_000 },
  );
});

Deno.test("a backslash in a here-document without quotes is gone when its reader runs the text", () => {
  for (
    const body of [
      'echo "\\$(rm -rf /)"',
      "echo \\`rm -rf /\\`",
      "cat <<F\n\\$(rm -rf /)\nF",
      "X=rm\n\\$X -rf /",
    ]
  ) {
    assertEquals(judge(`bash <<E\n${body}\nE`, { cwd: CWD }).decision, "deny", body);
    assertEquals(judge(`bash <<-E\n\t${body}\n\tE`, { cwd: CWD }).decision, "deny", body);
  }
  assertEquals(judge("bash <<'E'\necho \"\\$(rm -rf /)\"\nE", { cwd: CWD }).decision, "allow");
});
