import type { FlowRunFlags } from "./flow.ts";
import { openFlow, printReport } from "./flow_session.ts";
import { askWatched } from "./flow_watch.ts";
import type { Io } from "./io.ts";

/** Exit 0 for a verified run, 1 for any other. */
export default async function run(io: Io, flags: FlowRunFlags, ...words: readonly string[]): Promise<number> {
  await using session = await openFlow(io, flags);
  const { events } = flags;
  const asked = { tool: "flow_run", args: { task: words.join(" ") }, events };
  return printReport(io, await askWatched(io, session, asked));
}
