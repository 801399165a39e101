import type { Flags } from "../config/flags.ts";
import { NAME, VERSION } from "../core/version.ts";
import type { Serving } from "../dispatch/serving.ts";
import type { Io } from "./io.ts";
import { openSession, type Session } from "./session.ts";

/** The families whose lists are the same on every machine. */
const SAME_EVERYWHERE = ["gate"];

/** Ends when the client closes its side, or on a signal. */
export default async function serve(io: Io, flags: Flags): Promise<number> {
  await using session = await openSession(io, flags);
  const { settings } = session;
  if (settings.families !== null || settings.familySettings.hosts.targets.length > 0) {
    await (await import("./served_hosts.ts")).checkServedHosts(io, session);
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

function servingOf({ house, principal }: Session): Serving {
  const { families } = house.catalogue;
  return {
    house,
    info: { name: NAME, version: VERSION },
    instructions: families.map(({ instructions }) => instructions).join("\n"),
    publicLists: families.every(({ name }) => SAME_EVERYWHERE.includes(name)),
    principal,
  };
}
