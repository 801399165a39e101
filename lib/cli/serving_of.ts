/** What a session's house looks like to clients. */
import { NAME, VERSION } from "../core/version.ts";
import type { Serving } from "../dispatch/serving.ts";
import type { Session } from "./session.ts";

/** The families whose lists are the same on every machine. */
const SAME_EVERYWHERE = ["gate"];

/**
 * What the session serves, for either transport.
 *
 * @example
 * ```ts
 * import { servingOf } from "gatehouse/cli/serving_of.ts";
 * import { openSession } from "gatehouse/cli/session.ts";
 * import { systemIo } from "gatehouse/cli/io.ts";
 *
 * const io = { ...systemIo(new AbortController().signal), environment: {}, err() {} };
 * await using session = await openSession(io, { families: "gate" });
 * if (!servingOf(session).publicLists) throw new Error("the gate is the same everywhere");
 * ```
 */
export function servingOf({ house, principal }: Pick<Session, "house" | "principal">): Serving {
  const { families } = house.catalogue;
  return {
    house,
    info: { name: NAME, version: VERSION },
    instructions: families.map(({ instructions }) => instructions).join("\n"),
    publicLists: families.every(({ name }) => SAME_EVERYWHERE.includes(name)),
    principal,
  };
}
