import { oneLine } from "../core/bounds.ts";
import { usageError } from "./failure.ts";
import type { HookFlags } from "./gate.ts";
import { answerHook } from "./gate_hook.ts";
import { hookClients } from "./hook_clients.ts";
import type { Io } from "./io.ts";

/** Exit 0, whatever was decided: clients read the answer from stdout, and only then. */
export default async function hook(io: Io, flags: HookFlags, client: string): Promise<number> {
  if (!hookClients.includes(client)) {
    throw usageError(`Unknown client ${oneLine(client, 64)}`, `The clients are ${hookClients.join(", ")}`);
  }
  return await answerHook(io, { client, config: flags.config });
}
