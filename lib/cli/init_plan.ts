/** What `init` would change in one client's configuration. */
import { isDeepStrictEqual } from "node:util";
import { ToolError } from "../core/errors.ts";
import type { Machine, McpClient, Started } from "./clients/client.ts";
import { type Codec, codecOf } from "./clients/codec.ts";
import { ENTRY } from "./clients/mod.ts";
import { copiesOf, readOwn } from "./init_files.ts";
import { placeOf } from "./init_place.ts";

/** A client, and what would become of its file. */
export interface Plan {
  readonly client: McpClient;
  /** Where the file really stands. */
  readonly file: string;
  /** Null for no file. */
  readonly before: string | null;
  readonly after: string | null;
  /** What is the case when nothing would change; null when something would. */
  readonly same: "already" | "absent" | null;
}

/** A client whose file is left alone, and why. */
export interface Refusal {
  readonly client: McpClient;
  readonly file: string | null;
  readonly error: ToolError;
}

/** What a plan is made from. */
export interface Intent {
  readonly machine: Machine;
  readonly started: Started;
  readonly remove: boolean;
}

/**
 * Looks at the client's file and plans its change; nothing is written.
 *
 * @example
 * ```ts
 * import { planFor } from "gatehouse/cli/init_plan.ts";
 * import { cursor } from "gatehouse/cli/clients/cursor.ts";
 *
 * const home = await Deno.realPath(await Deno.makeTempDir());
 * const machine = { os: "linux", home, environment: {} } as const;
 * const started = { command: "/usr/bin/gatehouse", args: [] };
 * const plan = await planFor(cursor, { machine, started, remove: false });
 * if (!("after" in plan) || !plan.after?.includes("/usr/bin/gatehouse")) throw new Error("not planned");
 * ```
 */
export async function planFor(client: McpClient, intent: Intent): Promise<Plan | Refusal> {
  const named = client.file(intent.machine);
  let file = named;
  try {
    if (named === null) throw new ToolError("CLIENT_UNKNOWN_PLACE", NO_PLACE, { next: "Set APPDATA" });
    file = placeOf(named, { home: intent.machine.home, uid: Deno.uid() });
    const before = readOwn(file);
    const codec = await codecOf(client);
    return { client, file, before, ...change(codec, { file, before, client, intent }) };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { client, file, error };
  }
}

const NO_PLACE = "Where it keeps its configuration is not known";

function change(
  codec: Codec,
  { file, before, client, intent }: {
    readonly file: string;
    readonly before: string | null;
    readonly client: McpClient;
    readonly intent: Intent;
  },
): Pick<Plan, "after" | "same"> {
  const present = codec.entryOf(before ?? "");
  if (intent.remove) {
    if (before === null || present === undefined) return { after: before, same: "absent" };
    return { after: undone(codec, { file, before, present }), same: null };
  }
  const entry = client.entry(intent.started);
  if (present === undefined) return { after: codec.add(before ?? "", entry), same: null };
  if (startsUs(present, intent.started)) return { after: before, same: "already" };
  throw new ToolError("CLIENT_ENTRY_OTHER", `It has a server ${ENTRY} already, which starts something else`, {
    next: `Look at it; gatehouse init --client ${client.name} --remove takes it out, then run init again`,
  });
}

/** Flags and variables that a person has added are theirs. */
function startsUs(entry: unknown, { command, args }: Started): boolean {
  if (typeof entry !== "object" || entry === null) return false;
  const { command: named, args: given = [] } = entry as { command?: unknown; args?: unknown };
  return named === command && Array.isArray(given) &&
    isDeepStrictEqual(given.slice(0, args.length), [...args]);
}

/**
 * The text before our entry came, to the byte, where a copy proves what that was; else the text without the entry. A file
 * that holds what we would make from nothing, and nothing else, goes.
 */
function undone(
  codec: Codec,
  { file, before, present }: { readonly file: string; readonly before: string; readonly present: unknown },
): string | null {
  if (isEntry(present)) {
    const made = (text: string): boolean => isMadeFrom(codec, { text, entry: present, whole: before });
    const original = copiesOf(file).find(made);
    if (original !== undefined) return original;
    if (made("")) return null;
  }
  return codec.remove(before);
}

function isMadeFrom(
  codec: Codec,
  { text, entry, whole }: {
    readonly text: string;
    readonly entry: Readonly<Record<string, unknown>>;
    readonly whole: string;
  },
): boolean {
  try {
    return codec.entryOf(text) === undefined && codec.add(text, entry) === whole;
  } catch {
    return false;
  }
}

function isEntry(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
