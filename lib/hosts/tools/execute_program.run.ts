import { askTarget } from "../operate.ts";
import { shownProgram } from "../programs/answer.ts";
import { preparedProgram } from "../programs/prepared.ts";
import type { ProgramAnswer } from "../remote/answers/programs.ts";
import { hostRuns } from "./define.ts";
import { executeProgram } from "./execute_program.ts";

/** The machine runs it to its end. */
export default hostRuns(executeProgram, async (args, context) => {
  const { input, masks } = preparedProgram(args, context);
  const asked = { method: "operate", input: { operation: "execute_program", input } } as const;
  // The worker's own reader has given it its form.
  return shownProgram(await askTarget(context, asked) as ProgramAnswer, { masks });
});
