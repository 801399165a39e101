import { z } from "zod";
import { shown } from "../config/source.ts";
import { oneLine } from "../core/bounds.ts";
import { ToolError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { usageError } from "./failure.ts";
import type { TrustFlags } from "./hosts.ts";
import { readLineGroups } from "./input.ts";
import type { Io } from "./io.ts";
import { addToKnownHosts } from "./known_hosts_file.ts";
import { columns, printJson } from "./print.ts";
import { working } from "./progress_line.ts";
import { openSession, type Session } from "./session.ts";

const FAMILY = "hosts";

const keyShape = z.object({
  type: z.string(),
  fingerprint: z.string(),
  line: z.string(),
  verdict: z.enum(["known", "unknown", "changed", "other_type", "revoked", "authority_only"]),
  known: z.array(z.object({ type: z.string(), fingerprint: z.string(), line: z.number() })),
});

const shape = z.object({ alias: z.string(), address: z.string(), path: z.string(), keys: z.array(keyShape) });

type Shown = z.output<typeof shape>;
type Key = z.output<typeof keyShape>;

/** What each verdict is called before a person. */
const WORDS: Readonly<Record<Key["verdict"], string>> = {
  known: "trusted already",
  unknown: "not known",
  changed: "CHANGED",
  other_type: "not known; keys of other types are",
  revoked: "REVOKED",
  authority_only: "not known; an authority is",
};

/** Exit 1 when nothing was added although something could have been. */
export default async function trust(io: Io, flags: TrustFlags, alias: string): Promise<number> {
  await using session = await openSession(io, { config: flags.config });
  checkAlias(session, alias);
  // A worker reaches the machine; it runs in a process of its own.
  io.revoke(["net", "env"]);
  const seen = shape.parse(
    await working(io, { what: `asking ${alias} for its keys`, work: () => shownKeys(session, alias) }),
  );
  const tell = flags.json === true ? (text: string) => io.err(text) : (text: string) => void io.out(text);
  tell(pageOf(seen));
  refuseBad(seen);
  const known = seen.keys.some(({ verdict }) => verdict === "known");
  const fresh = seen.keys.filter(({ verdict }) => verdict !== "known");
  const chosen = flags.fingerprint === undefined
    ? known ? [] : await agrees(io, tell, seen.path) ? fresh : []
    : withFingerprint(seen, flags.fingerprint);
  const added = chosen.filter(({ verdict }) => verdict !== "known");
  if (added.length > 0) addToKnownHosts(seen.path, added.map(({ line }) => line));
  if (flags.json === true) printJson(io, { ...seen, added: added.map(({ fingerprint }) => fingerprint) });
  else tell(ending(seen, { added, known }));
  return added.length > 0 || known ? 0 : 1;
}

/** Before anything is started for it. */
function checkAlias({ settings: { familySettings: { hosts } } }: Session, alias: string): void {
  const names = hosts.targets.filter(({ type }) => type === "ssh").map((target) => target.alias);
  if (names.includes(alias)) return;
  const meant = nearest(alias, names);
  throw usageError(
    `No server ${shown(alias)} is configured that is reached over SSH`,
    meant !== null
      ? `Did you mean ${meant}?`
      : names.length === 0
      ? "Add a table [hosts.ALIAS]; see gatehouse help hosts"
      : `The servers are ${names.slice(0, 20).join(", ")}`,
  );
}

async function shownKeys({ house }: Session, alias: string): Promise<unknown> {
  const family = await house.catalogue.load(FAMILY);
  const work = family.commands?.["hostKeys"];
  if (work === undefined) throw new Error(`The family ${FAMILY} has no command hostKeys`);
  return await (await work()).default({ alias }, await house.serviceOf(family));
}

function pageOf({ alias, address, keys }: Shown): string {
  const rows = keys.map(({ type, fingerprint, verdict }) => [type, fingerprint, WORDS[verdict]]);
  return `${oneLine(alias, 100)} at ${oneLine(address, 300)} shows:\n${columns(rows)}`;
}

/** What was known and is another now is for no quick yes. */
function refuseBad({ alias, path, keys }: Shown): void {
  const revoked = keys.find(({ verdict }) => verdict === "revoked");
  if (revoked !== undefined) {
    throw new ToolError("HOST_KEY_REVOKED", `Nothing was added: ${revoked.fingerprint} is revoked`, {
      next: "Do not trust this server: ask its administrator for a new host key",
    });
  }
  const changed = keys.find(({ verdict }) => verdict === "changed");
  if (changed === undefined) return;
  const lines = [...new Set(keys.flatMap(({ known }) => known.map(({ line }) => line)))];
  const before = changed.known.map(({ fingerprint }) => fingerprint).join(", ");
  throw new ToolError(
    "HOST_KEY_CHANGED",
    `Nothing was added: the ${changed.type} key was ${before} and is ${changed.fingerprint}`,
    {
      next:
        `Somebody may stand in between. Only if the server's administrator confirms the new key, remove line ${
          lines.join(", ")
        } of ${oneLine(path, 300)} and run gatehouse hosts trust ${oneLine(alias, 100)} again`,
    },
  );
}

function withFingerprint({ keys }: Shown, wanted: string): readonly Key[] {
  const found = keys.filter(({ fingerprint }) => fingerprint === wanted);
  if (found.length > 0) return found;
  throw new ToolError(
    "HOST_KEY_OTHER",
    `Nothing was added: no key has the fingerprint ${oneLine(wanted, 100)}`,
    {
      next: "Compare it with the fingerprints above; do not trust a server that shows another",
    },
  );
}

async function agrees(io: Io, tell: (text: string) => void, path: string): Promise<boolean> {
  if (!io.terminal.stdin) {
    throw usageError(
      "Nobody is at the terminal to be asked",
      "Give --fingerprint with the one that you expect",
    );
  }
  tell(`Compare with what its administrator tells you. Add to ${oneLine(path, 300)}? Type yes: `);
  for await (const [line] of readLineGroups(io)) return line?.trim().toLowerCase() === "yes";
  return false;
}

function ending({ path }: Shown, { added, known }: { added: readonly Key[]; known: boolean }): string {
  if (added.length > 0) return `Added ${added.length} to ${oneLine(path, 300)}\n`;
  return known ? "It is trusted already; nothing was added\n" : "Nothing was added\n";
}
