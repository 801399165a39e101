/** What is known of the targets without reaching any of them. */
import type { HostsService } from "./service.ts";
import type { TargetState } from "./types.ts";

/** Milliseconds that the worker gets to tell what it holds anyway. */
const STATUS_MS = 1_000;

/**
 * The state of each target. The worker is not started for it: until it was asked for something, nothing is connected.
 *
 * @param signal Aborted when nobody waits for the answer any more.
 *
 * @example
 * ```ts
 * import { statesOf } from "gatehouse/hosts/status.ts";
 *
 * if (statesOf.length !== 2) throw new Error("see the tests of the discovery");
 * ```
 */
export async function statesOf(service: HostsService, signal: AbortSignal): Promise<readonly TargetState[]> {
  if (!service.asked) {
    return service.settings.targets.map(({ alias }) => ({
      alias,
      status: "not_connected",
      identity: null,
      facts: null,
    }));
  }
  const states = await service.ask("status", {}, { signal, leftMs: STATUS_MS });
  // The worker is of our own process's making, and its answer has this form.
  return states as readonly TargetState[];
}
