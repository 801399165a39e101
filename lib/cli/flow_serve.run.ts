import type { FlowFlags } from "./flow.ts";
import { openFlow } from "./flow_session.ts";
import type { Io } from "./io.ts";
import { refuseRuntimeTelemetry } from "./runtime_telemetry.ts";
import { servingOf } from "./serving_of.ts";

/** The revisions that clients of this session speak; one that asks for another is offered the first. */
const VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;

/** Ends with 0 when the client closes its side and has its answers, or sends a frame above 1 MiB. */
export default async function serve(io: Io, flags: FlowFlags): Promise<number> {
  refuseRuntimeTelemetry(io.environment);
  await using session = await openFlow(io, flags, { serves: true });
  const { serveStdio } = await import("../dispatch/stdio.ts");
  // What every call needs is read while the client starts up, so that no call waits for it.
  void Promise.all([import("../dispatch/side.ts"), session.house.catalogue.load("flow")]).catch(() => {});
  await serveStdio(servingOf(session), {
    input: io.stdin,
    output: io.stdout,
    signal: io.signal,
    strict: { versions: VERSIONS },
  });
  return 0;
}
