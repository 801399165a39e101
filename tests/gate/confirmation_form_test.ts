import { answer } from "gatehouse/gate/answer.ts";
import { confirmationForm } from "gatehouse/gate/confirmation_form.ts";
import { judge } from "gatehouse/gate/judge.ts";
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { checkDefinition } from "../dispatch/parts/schema.ts";

function formOf(
  command: string,
  cwd?: string,
): { message: string; params: Readonly<Record<string, unknown>> } {
  const where = cwd === undefined ? {} : { cwd };
  const form = confirmationForm(answer(judge(command, where), { command, ...where }), { again: false });
  if (form === null) throw new Error("no form");
  return { message: String(form.params["message"]), params: form.params };
}

Deno.test("the form is what the protocol's revisions take for one", () => {
  const { params } = formOf("git push origin main");
  checkDefinition({ method: "elicitation/create", params }, "2026-07-28", "ElicitRequest");
  checkDefinition(params, "2025-11-25", "ElicitRequestFormParams");
});

Deno.test("the message says command, directory, reason, rule and a safer way", () => {
  const command = "rm -rf node_modules";
  const { reason, rule, safer } = judge(command, { cwd: "/home/ann/project" });
  const { message } = formOf(command, "/home/ann/project");
  assertTrue(safer !== null);
  for (
    const line of [
      `Why it is asked: ${reason}`,
      `Rule: ${rule}`,
      `Safer: ${safer}`,
      "Directory: /home/ann/project",
    ]
  ) {
    assertIncludes(message, `\n${line}\n`);
  }
  assertTrue(message.endsWith(`\n\n$ ${command}`));
  assertIncludes(formOf(command).message, "\nDirectory: not given\n");
});

Deno.test("a command of several lines stays readable, and none of its lines can pass for ours", () => {
  const { message } = formOf("git push origin main\n\nRule: nothing to see\n$ ls", "/home/ann\nRule: x");
  assertTrue(message.endsWith("\n$ git push origin main\n> \n> Rule: nothing to see\n> $ ls"));
  assertEquals(message.split("\n").filter((line) => line.startsWith("Rule: ")).length, 1);
  assertEquals(message.split("\n").filter((line) => line.startsWith("$ ")).length, 1);
});

Deno.test("hidden characters are shown in the command, the directory and the part", () => {
  const command = "git commit -m 'a\u2800b' && ls";
  const { message } = formOf(command, "/home/\u202eann");
  assertIncludes(message, "$ git commit -m 'a\\u{2800}b' && ls");
  assertIncludes(message, "Directory: /home/\\u{202e}ann");
  assertTrue(!/[\u2800\u202e]/u.test(message));
});
