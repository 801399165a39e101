/** The table `[telemetry]`: where traces are sent. No variable and no flag stands for it. */
import { endpointOf } from "../core/endpoint.ts";
import type { Layers } from "./gate.ts";
import { configError, shown } from "./source.ts";

/** Where traces are sent. */
export interface TelemetryTable {
  /** The collector's base URL, as it was written; traces go to `/v1/traces` below it (OTLP/HTTP). */
  readonly endpoint: string;
}

/**
 * The table, or null when it names no collector.
 *
 * Read from the file alone: what starts the program, or stands in its environment by chance, must not make it send.
 *
 * @throws ToolError `CONFIG_INVALID` for a collector on another machine without `allow_remote`, or without encryption.
 *
 * @example
 * ```ts
 * import { telemetrySettings } from "gatehouse/config/telemetry.ts";
 *
 * if (telemetrySettings({ value: () => undefined, all: () => [], origin: () => "default" }) !== null) {
 *   throw new Error("sends without being told");
 * }
 * ```
 */
export function telemetrySettings({ value, origin }: Layers): TelemetryTable | null {
  const endpoint = value("telemetry.endpoint");
  if (endpoint === undefined) return null;
  const place = endpointOf(endpoint);
  if (place?.loopback === true) return { endpoint };
  const from = `${shown(endpoint)} from ${shown(origin("telemetry.endpoint"))}`;
  if (value("telemetry.allow_remote") !== true) {
    throw configError(
      `Could not send traces to ${from}: it is on another machine`,
      "Set allow_remote = true in the table [telemetry], or give an address of this machine",
    );
  }
  if (place?.origin.startsWith("https:") !== true) {
    throw configError(
      `Could not send traces to ${from}: they would travel in the open`,
      "Give an https URL, or an address of this machine",
    );
  }
  return { endpoint };
}
