import type { FlowRunFlags } from "./flow.ts";
import { askFlow, interruptible, openFlow, printReport, watching } from "./flow_session.ts";
import type { Io } from "./io.ts";

/** Exit 0 for a verified run, 1 for any other. */
export default async function run(io: Io, flags: FlowRunFlags, ...words: readonly string[]): Promise<number> {
  await using session = await openFlow(io, flags);
  const watch = watching(io, flags);
  try {
    const args = { task: words.join(" ") };
    const report = await interruptible(
      io,
      () => askFlow(session, { tool: "flow_run", args, ...(watch && { step: watch.step }) }),
    );
    watch?.end();
    return printReport(io, report);
  } finally {
    watch?.end();
  }
}
