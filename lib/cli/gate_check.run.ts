import type { CheckFlags } from "./gate.ts";
import { usageError } from "./failure.ts";
import { directoryOf, shellLine } from "./gate_args.ts";
import type { Io } from "./io.ts";
import { printJson } from "./print.ts";
import { settingsFlags, unneeded } from "./gate_session.ts";
import { openSession } from "./session.ts";
import { exitOf, verdictOn } from "./verdict.ts";
import { verdictText } from "./verdict_text.ts";

/** The exit code tells the decision; with `--lines`, that every line was judged. */
export default async function check(io: Io, flags: CheckFlags, ...args: string[]): Promise<number> {
  if (flags.lines === true && args.length > 0) {
    throw usageError("--lines reads its commands from stdin", "Leave out the command");
  }
  const cwd = directoryOf(io, flags.cwd);
  const command = flags.lines === true ? null : shellLine(args);
  await using session = await openSession(io, settingsFlags(flags));
  io.revoke(unneeded({ startsWorker: session.settings.familySettings.gate.l1Enabled === true }));
  if (command === null) {
    const { checkLines } = await import("./gate_lines.ts");
    return await checkLines(io, { session, cwd });
  }
  const { verdict, answer } = await verdictOn(session, { command, cwd });
  if (flags.json === true) printJson(io, answer);
  else io.out(verdictText(verdict, io));
  return exitOf(verdict);
}
