import type { FlowFlags } from "./flow.ts";
import { flowCommand, interruptible, openFlow, printReport } from "./flow_session.ts";
import type { Io } from "./io.ts";

/** Exit 0 when every file of the last run is as it was before it. */
export default async function undo(io: Io, flags: FlowFlags): Promise<number> {
  await using session = await openFlow(io, flags);
  return printReport(io, await interruptible(io, () => flowCommand(session, { name: "undo" })));
}
