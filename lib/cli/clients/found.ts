/** Which clients stand on this machine. */
import { homeDirectory } from "../../config/place.ts";
import type { Io } from "../io.ts";
import type { Machine, McpClient } from "./client.ts";
import { clients } from "./mod.ts";

/** A client whose traces were found. */
export interface FoundClient {
  readonly client: McpClient;
  /** The file of its configuration, absolute; it need not be there yet. */
  readonly file: string;
}

/**
 * The machine as the clients' declarations want it; null when no home is known.
 *
 * @example
 * ```ts
 * import { machineOf } from "gatehouse/cli/clients/found.ts";
 *
 * if (machineOf({ environment: {} }) !== null) throw new Error("a home out of nowhere");
 * ```
 */
export function machineOf({ environment }: Pick<Io, "environment">): Machine | null {
  const home = homeDirectory(environment);
  if (home === null) return null;
  const { os } = Deno.build;
  return { os: os === "windows" || os === "darwin" ? os : "linux", home, environment };
}

/**
 * The clients that have been used on the machine, by the files and directories they leave. Nothing is opened.
 *
 * @example
 * ```ts
 * import { foundClients } from "gatehouse/cli/clients/found.ts";
 *
 * const home = await Deno.makeTempDir();
 * await Deno.mkdir(`${home}/.cursor`);
 * const found = foundClients({ os: "linux", home, environment: {} });
 * if (found.map(({ client }) => client.name).join() !== "cursor") throw new Error("other clients");
 * ```
 */
export function foundClients(machine: Machine): readonly FoundClient[] {
  return clients.flatMap((client) => {
    const file = client.file(machine);
    return file !== null && client.signs(machine).some(isThere) ? [{ client, file }] : [];
  });
}

function isThere(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    // What may not be looked at is not ours to write.
    return false;
  }
}
