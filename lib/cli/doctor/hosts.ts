/** The servers: whether each resolves, is reached, and shows a host key that is known. No login is tried. */
import { z } from "zod";
import type { Server } from "../../config/hosts_targets.ts";
import { oneLine } from "../../core/bounds.ts";
import { endpointOf } from "../../core/endpoint.ts";
import { ToolError } from "../../core/errors.ts";
import type { OpenHouse } from "../../house.ts";
import { type Check, found, type Group, type World } from "./check.ts";
import { asks, serves } from "./family.ts";
import { reach, type Reached, UNREACHED } from "./reach.ts";

/** Milliseconds that one server gets, whatever its own time limit is. */
const MOST_MS = 10_000;
/** Of these, what is left for telling that the rest was not enough. */
const MARGIN_MS = 400;

const keysShape = z.object({
  path: z.string(),
  keys: z.array(z.object({
    type: z.string(),
    fingerprint: z.string(),
    verdict: z.enum(["known", "unknown", "changed", "other_type", "revoked", "authority_only"]),
  })),
});

type Key = z.output<typeof keysShape>["keys"][number];

/**
 * A group for each server; one that says so where there is none.
 *
 * @example
 * ```ts
 * import { hosts } from "gatehouse/cli/doctor/hosts.ts";
 *
 * const world = { io: { environment: {}, cwd: "/", uid: 0 }, loaded: null, house: null };
 * const [line] = await hosts(world)[0]?.look(new AbortController().signal) ?? [];
 * if (line?.status !== "skip") throw new Error("a server out of nowhere");
 * ```
 */
export function hosts({ loaded, house }: World): readonly Group[] {
  const targets = loaded?.settings.familySettings.hosts.targets ?? [];
  if (loaded === null || house === null) return [none("The configuration does not load", "Mend it first")];
  if (targets.length === 0) {
    return [none("No server is configured", "gatehouse help hosts says how to name one")];
  }
  if (!serves(house, "hosts")) return [none("The family is left out with --families", "Nothing to do")];
  return targets.map((target) => groupOf(target, house));
}

function none(detail: string, next: string): Group {
  return { name: "hosts", limitMs: 1_000, late: next, look: () => [found("skip", ["hosts", detail, next])] };
}

function groupOf(target: Server, house: OpenHouse): Group {
  const name = `host:${oneLine(target.alias, 128)}`;
  const limitMs = target.type === "ssh" ? Math.min(target.timeout * 1_000, MOST_MS) : MOST_MS / 2;
  const late = "Check that it runs, and that a firewall lets this machine in";
  return {
    name,
    limitMs: limitMs + MARGIN_MS,
    late,
    look: async (signal) => {
      const began = performance.now();
      const { address, hostname, port } = addressOf(target);
      const reached = await withinLimit(limitMs, signal, (own) => reach({ hostname, port }, { signal: own }));
      if (reached !== "reached") {
        const next = reached === "unresolved" ? "Check the name, and the machine's name servers" : late;
        return [found("fail", [name, `${address} was not reached: ${UNREACHED[reached]}`, next])];
      }
      if (target.type === "mikrus") {
        const next = "A read, such as get_server_info, says whether its key is right";
        return [found("ok", [name, `The API at ${address} is reached; its key was not sent`, next])];
      }
      const leftMs = Math.max(1, Math.floor(limitMs - (performance.now() - began)));
      return [await keyLine(target, { name, address, house, leftMs })];
    },
  };
}

function addressOf(target: Server): { address: string; hostname: string; port: number } {
  if (target.type === "ssh") {
    return {
      address: oneLine(`${target.host}:${target.port}`, 300),
      hostname: target.host,
      port: target.port,
    };
  }
  // The configuration has checked that it is one.
  const { hostname = "", port = 443 } = endpointOf(target.apiUrl) ?? {};
  return { address: oneLine(`${hostname}:${port}`, 300), hostname, port };
}

async function keyLine(
  target: Extract<Server, { type: "ssh" }>,
  { name, address, house, leftMs }: {
    readonly name: string;
    readonly address: string;
    readonly house: OpenHouse;
    readonly leftMs: number;
  },
): Promise<Check> {
  try {
    const asked = { alias: target.alias, limitMs: leftMs };
    const shown = keysShape.parse(await asks(house, { family: "hosts", name: "hostKeys", asked }));
    if (!target.verifyHostKey) {
      const detail = `${address} is reached, but its host key is not verified: verify_host_key = false`;
      return found("warn", [
        name,
        detail,
        `Leave that out, and run gatehouse hosts trust ${oneLine(target.alias, 100)}`,
      ]);
    }
    return verdictOf(shown.keys, { name, address, path: oneLine(shown.path, 300), alias: target.alias });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const late = error.code === "TIMEOUT" || error.code === "DEADLINE_EXCEEDED";
    const detail = late ? "it did not answer as an SSH server in time" : error.message;
    const next = late
      ? "Check that an SSH server listens there"
      : error.next ?? "Check that an SSH server listens there";
    return found("fail", [name, `${address} is reached, but: ${detail}`, next]);
  }
}

function verdictOf(
  keys: readonly Key[],
  { name, address, path, alias }: {
    readonly name: string;
    readonly address: string;
    readonly path: string;
    readonly alias: string;
  },
): Check {
  const trust = `gatehouse hosts trust ${oneLine(alias, 100)}`;
  const of = (verdict: Key["verdict"]) => keys.find((key) => key.verdict === verdict);
  const bad = of("revoked") ?? of("changed");
  if (bad !== undefined) {
    const what = bad.verdict === "revoked" ? "is revoked" : "has CHANGED";
    const detail = `${address} is reached, but its ${bad.type} key ${what} by ${path}`;
    return found("fail", [
      name,
      detail,
      `Somebody may stand in between: ask its administrator; then see ${trust}`,
    ]);
  }
  const known = of("known");
  return known === undefined
    ? found("fail", [
      name,
      `${address} is reached, but its host key is not in ${path}`,
      `Compare it: ${trust}`,
    ])
    : found("ok", [
      name,
      `${address} is reached, its ${known.type} key is known; no login was tried`,
      "A read, such as get_memory_info, says whether the login is right",
    ]);
}

/** The work with a signal that is aborted after so many milliseconds, or with the group's. */
async function withinLimit(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Reached>,
): Promise<Reached> {
  const own = new AbortController();
  const timer = setTimeout(() => own.abort(), ms);
  try {
    return await work(AbortSignal.any([signal, own.signal]));
  } finally {
    clearTimeout(timer);
  }
}
