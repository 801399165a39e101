/** What the commands that judge take of their flags, and what they give up before they do. */
import type { Flags } from "../config/flags.ts";
import type { Permission } from "./io.ts";

/**
 * The flags that are settings.
 *
 * @example
 * ```ts
 * import { settingsFlags } from "gatehouse/cli/gate_session.ts";
 *
 * if (settingsFlags({ timeout: "1" }).timeout !== "1") throw new Error("left out");
 * ```
 */
export function settingsFlags(
  { config, server, timeout, model, l1Enabled }: Pick<
    Flags,
    "config" | "server" | "timeout" | "model" | "l1Enabled"
  >,
): Flags {
  return { config, server, timeout, model, l1Enabled };
}

/**
 * The permissions that a single judgement does not need.
 *
 * A worker runs in a process of its own, which has the network: starting it is all that this process must be able to do.
 *
 * @example
 * ```ts
 * import { unneeded } from "gatehouse/cli/gate_session.ts";
 *
 * if (!unneeded({ startsWorker: false }).includes("run")) throw new Error("kept");
 * ```
 */
export function unneeded({ startsWorker }: { readonly startsWorker: boolean }): readonly Permission[] {
  return startsWorker ? ["net", "env"] : ["net", "run", "env"];
}
