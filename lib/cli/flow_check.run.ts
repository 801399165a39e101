import type { FlowCheckFlags } from "./flow.ts";
import { openFlow, printReport } from "./flow_session.ts";
import { askWatched } from "./flow_watch.ts";
import type { Io } from "./io.ts";

/** Exit 0 when every required check passed, or the named one did. */
export default async function check(io: Io, flags: FlowCheckFlags, positional?: string): Promise<number> {
  await using session = await openFlow(io, flags);
  const { events, name = positional } = flags;
  const asked = { tool: "flow_check", args: name === undefined ? {} : { name }, events };
  return printReport(io, await askWatched(io, session, asked));
}
