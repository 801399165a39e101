/** What the end of a channel means for the call that waited on it. */
import { assertEquals, assertTrue } from "../../assert.ts";
import { ToolError } from "gatehouse/core/errors.ts";
import { endingOf } from "gatehouse/hosts/ssh/outcome.ts";

const order = { operation: "write_file", input: {}, budgetMs: 1_000, changes: true, privileged: false };

for (
  const stderr of [
    "/bin/dash: 1: exec: python3: not found\n",
    "bash: line 1: exec: python3: not found\n",
    "sh: exec: line 1: python3: not found\n",
    "fish: Unknown command: python3\n",
    "python3: Command not found.\n",
    "zsh:1: command not found: python3\n",
  ]
) {
  // A busy sshd closes a channel before it has seen how the shell ended, and then tells no status.
  Deno.test(`a login that says ${JSON.stringify(stderr.trim())} has no python3, also where its status is lost`, () => {
    assertEquals(endingOf({ code: null, stderr }, { order, isFirst: true }), "no_python");
    const later = endingOf({ code: null, stderr }, { order, isFirst: false });
    assertTrue(later instanceof ToolError && later.code === "AMBIGUOUS_OUTCOME");
  });
}

for (const stderr of ["", "Killed\n", "python3: can't open file\n", "cat: x: not found in python3\n"]) {
  Deno.test(`an end without a status that says ${JSON.stringify(stderr)} leaves a change in doubt`, () => {
    const ending = endingOf({ code: null, stderr }, { order, isFirst: true });
    assertTrue(ending instanceof ToolError && ending.code === "AMBIGUOUS_OUTCOME");
  });
}
