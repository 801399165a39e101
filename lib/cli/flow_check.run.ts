import type { FlowCheckFlags } from "./flow.ts";
import { askFlow, interruptible, openFlow, printReport, watching } from "./flow_session.ts";
import type { Io } from "./io.ts";

/** Exit 0 when every required check passed, or the named one did. */
export default async function check(io: Io, flags: FlowCheckFlags, positional?: string): Promise<number> {
  await using session = await openFlow(io, flags);
  const watch = watching(io, flags);
  const name = flags.name ?? positional;
  const args = name === undefined ? {} : { name };
  try {
    const report = await interruptible(
      io,
      () => askFlow(session, { tool: "flow_check", args, ...(watch && { step: watch.step }) }),
    );
    watch?.end();
    return printReport(io, report);
  } finally {
    watch?.end();
  }
}
