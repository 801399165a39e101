import type { Io } from "./io.ts";
import type { ServeFlags } from "./serve.ts";
import { servingOf } from "./serving_of.ts";
import { openSession } from "./session.ts";

/** Ends when the client closes its side, or on a signal. */
export default async function serve(io: Io, flags: ServeFlags): Promise<number> {
  if (io.environment["OTEL_DENO"] !== undefined) {
    (await import("./runtime_telemetry.ts")).refuseRuntimeTelemetry(io.environment);
  }
  await using session = await openSession(io, { ...flags, modelOf: "served" }, { traces: true });
  const { settings } = session;
  if (settings.families !== null || settings.familySettings.hosts.targets.length > 0) {
    await (await import("./served_hosts.ts")).checkServedHosts(io, session);
  }
  if (settings.familySettings.flow !== null) {
    await (await import("./served_flow.ts")).checkServedFlow(io, session);
  }
  if (settings.transport === "http") {
    const { serveOverHttp } = await import("./serve_http.ts");
    await serveOverHttp(io, { session, serving: servingOf(session) });
    return 0;
  }
  const { serveStdio } = await import("../dispatch/stdio.ts");
  await serveStdio(servingOf(session), { input: io.stdin, output: io.stdout, signal: io.signal });
  return 0;
}
