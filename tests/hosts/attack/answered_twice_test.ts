/** A person who answered two questions about the same call did not allow the second run of a change that went astray. */
import { invoke } from "gatehouse/core/invoke.ts";
import { ToolError } from "gatehouse/core/errors.ts";
import { createApprovals } from "gatehouse/state/approvals.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import { openTargets } from "../../core/parts/targets.ts";
import { stateDirectory } from "../../state/parts.ts";

const FORMS = { elicitation: { form: {} } };
const YES = { change_approval: { action: "accept", content: { approve: true } } };

for (const [how, together] of [["one after the other", false], ["at once", true]] as const) {
  Deno.test(`two questions about one call, both answered with yes, ${how}: after an unknown end nothing runs again`, async () => {
    await using dir = await stateDirectory();
    const approvals = createApprovals({ directory: dir.path });
    const open = openTargets({ policy: { elicits: true }, approvals });
    open.world.run = () => Promise.reject(new ToolError("AMBIGUOUS_OUTCOME", "Lost"));
    const ask = async () => {
      const outcome = await invoke(open.house, open.call("changes", {}, { capabilities: FORMS }));
      assertTrue(outcome.kind === "question" && outcome.state !== undefined);
      return outcome.state;
    };
    const answer = (state: string) =>
      invoke(open.house, open.call("changes", {}, { capabilities: FORMS, state, answers: YES }));
    const [first, second] = [await ask(), await ask()];
    const outcomes = together
      ? await Promise.all([answer(first), answer(second)])
      : [await answer(first), await answer(second)];
    for (const outcome of outcomes) assertTrue(JSON.stringify(outcome).includes("AMBIGUOUS_OUTCOME"));
    assertEquals(open.world.log.filter((line) => line.startsWith("run")).length, 1);
    approvals.close();
  });
}
