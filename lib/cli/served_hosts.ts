/** What a server that administers others looks at before it begins. */
import { checks } from "../catalogue.ts";
import { configError, shown } from "../config/source.ts";
import { note } from "./failure.ts";
import type { Io } from "./io.ts";
import type { Session } from "./session.ts";

const FAMILY = "hosts";

/** What is looked at. */
type Looked = Pick<Session, "settings" | "origin" | "house">;

/**
 * Looks at the files of the servers, and tells what is missing. Commands that serve nothing leave it out: a judgement of a
 * shell command must not depend on a key file.
 *
 * @throws ToolError `CONFIG_INVALID` for a file that is not safe, and when the family was asked for but has no server.
 *
 * @example
 * ```ts
 * import { checkServedHosts } from "gatehouse/cli/served_hosts.ts";
 *
 * if (checkServedHosts.length !== 2) throw new Error("see the tests of the served blocks");
 * ```
 */
export async function checkServedHosts(io: Pick<Io, "err">, session: Looked): Promise<void> {
  for (const text of await hostsWarnings(session)) note(io, { level: "warning", text });
}

/**
 * The same look; what is missing, one sentence each.
 *
 * @throws ToolError as `checkServedHosts`.
 *
 * @example
 * ```ts
 * import { hostsWarnings } from "gatehouse/cli/served_hosts.ts";
 *
 * if (hostsWarnings.length !== 1) throw new Error("see the tests of config");
 * ```
 */
export async function hostsWarnings({ settings, origin, house }: Looked): Promise<readonly string[]> {
  const { families, familySettings: { hosts } } = settings;
  if (families?.includes(FAMILY) === true && hosts.targets.length === 0) {
    throw configError(
      `The family ${FAMILY} from ${shown(origin("families"))} has no server`,
      "Set MCP_SERVERS, or MIKRUS_API_KEY and MIKRUS_SERVER_NAME; see gatehouse help hosts",
    );
  }
  if (!house.catalogue.families.some(({ name }) => name === FAMILY)) return [];
  return await (await checks[FAMILY]?.())?.check(hosts) ?? [];
}
