import type { FlowStatusFlags } from "./flow.ts";
import { askFlow, flowCommand, interruptible, openFlow, printReport } from "./flow_session.ts";
import type { Io } from "./io.ts";

/** Exit 0 when the workspace is there, and with `--probe` only when the models are as well. */
export default async function status(io: Io, flags: FlowStatusFlags): Promise<number> {
  await using session = await openFlow(io, flags);
  const report = await interruptible(
    io,
    () =>
      flags.probe === true
        ? flowCommand(session, { name: "probe" })
        : askFlow(session, { tool: "flow_status", args: {} }),
  );
  return printReport(io, report);
}
