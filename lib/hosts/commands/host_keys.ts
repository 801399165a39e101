/** The host keys that a target's machine shows now; for `hosts trust`. */
import { z } from "zod";
import type { HostKeys } from "../asked.ts";
import { serviceOf } from "../service.ts";

/** Milliseconds for all of its connections. */
const LIMIT_MS = 60_000;

const asked = z.strictObject({
  alias: z.string(),
  limitMs: z.int().min(1).max(LIMIT_MS).default(LIMIT_MS),
});

/**
 * Asks the machine; no login is tried.
 *
 * @param given `alias`; `limitMs`, milliseconds for all of its connections, default 60,000.
 * @throws ToolError `NOT_FOUND` for a name that is no SSH target's; `UNAVAILABLE` when the machine shows no key.
 *
 * @example
 * ```ts
 * import hostKeys from "gatehouse/hosts/commands/host_keys.ts";
 *
 * if (hostKeys.length !== 2) throw new Error("other arguments");
 * ```
 */
export default async function hostKeys(given: unknown, service: unknown): Promise<HostKeys> {
  const { alias, limitMs } = asked.parse(given);
  const { signal } = new AbortController();
  // The worker is of our own process's making, and its answer has this form.
  return await serviceOf(service).ask("hostKeys", { alias }, { signal, leftMs: limitMs }) as HostKeys;
}
