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

Deno.test("what xargs takes for one item is one item", () => {
  for (
    const command of [
      "echo 'rm -rf /' | xargs -0 sh -c",
      "echo 'rm -rf /' | xargs -d '\\n' bash -c",
      "echo 'rm -rf /' | xargs -I{} sh -c {}",
      "echo ls reboot | xargs -n1 sh -c",
      "printf 'ls\\nreboot\\n' | xargs -L 1 sh -c",
    ]
  ) assertEquals(judge(command, { cwd: CWD }).decision, "deny", command);
  // The shell runs the first word alone: the others are its parameters.
  assertEquals(judge("echo 'ls -l /' | xargs sh -c", { cwd: CWD }).decision, "allow");
});

Deno.test("a variable that is given a process substitution has a value nobody knows", () => {
  for (const command of ["BASH_ENV=<(echo x) bash -c :", "export BASH_ENV=<(echo x); bash -c :"]) {
    assertEquals(judge(command, { cwd: CWD }).rule, "env.code_injection", command);
  }
});

Deno.test("the escapes of an awk string are taken back before its text is judged as a command", () => {
  const of = (text: string) => judge(`awk 'BEGIN{system("${text}")}'`, { cwd: CWD }).decision;
  assertEquals(of("ls # note\\nrm -rf /"), "deny");
  assertEquals(of("ls\\trm -rf /"), "allow");
  assertEquals(of("\\162m -rf /"), "ask");
  assertEquals(of("x=1\\ndeclare -i x='\\''a[$(id)]'\\''"), "ask");
});
