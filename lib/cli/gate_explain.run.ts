import type { ExplainFlags } from "./gate.ts";
import { directoryOf, shellLine } from "./gate_args.ts";
import type { Io } from "./io.ts";
import { printJson } from "./print.ts";
import { settingsFlags, unneeded } from "./gate_session.ts";
import { openSession } from "./session.ts";
import { verdictOn } from "./verdict.ts";
import { explainText } from "./verdict_text.ts";

/** Exit 0: what was asked is the explanation, whatever the decision. */
export default async function explain(io: Io, flags: ExplainFlags, ...args: string[]): Promise<number> {
  const question = { command: shellLine(args), cwd: directoryOf(io, flags.cwd), explain: true } as const;
  await using session = await openSession(io, settingsFlags(flags));
  io.revoke(unneeded({ startsWorker: session.settings.familySettings.gate.l1Enabled === true }));
  const { verdict, answer } = await verdictOn(session, question);
  if (flags.json === true) printJson(io, answer);
  else io.out(explainText(verdict, io));
  return 0;
}
