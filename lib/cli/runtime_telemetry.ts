/** The runtime's own telemetry, which a variable of the environment turns on. */
import type { Environment } from "../config/place.ts";
import { configError, shown } from "../config/source.ts";

/** With this variable Deno itself sends metrics, spans and what is printed to a collector, from its start on. */
const VARIABLE = "OTEL_DENO";

/**
 * Refuses to serve where the runtime sends telemetry: what does so is not ours to stop, and a variable that stands in an
 * environment by chance must not make this program send.
 *
 * @throws ToolError `CONFIG_INVALID`.
 *
 * @example
 * ```ts
 * import { refuseRuntimeTelemetry } from "gatehouse/cli/runtime_telemetry.ts";
 *
 * refuseRuntimeTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318", OTEL_DENO: "false" });
 * ```
 */
export function refuseRuntimeTelemetry(environment: Environment): void {
  const value = environment[VARIABLE];
  if (value === undefined || !/^(?:1|true)$/i.test(value)) return;
  throw configError(
    `${VARIABLE} (${shown(value)}) makes the runtime send telemetry of its own`,
    "Unset it; endpoint in the table [telemetry] turns on what this program sends",
  );
}
