/** The configurations of clients: which of them start us. Nothing of what else stands in them is shown. */
import { oneLine } from "../../core/bounds.ts";
import { ToolError } from "../../core/errors.ts";
import { shownPath } from "../../core/file_checks.ts";
import { isRecord } from "../../core/record.ts";
import { codecOf } from "../clients/codec.ts";
import { type FoundClient, foundClients, machineOf } from "../clients/found.ts";
import { ENTRY } from "../clients/mod.ts";
import { type Check, found, type Group, type World } from "./check.ts";

/** Bytes of a file that is looked into; what a client keeps there beside its settings can be much. */
const MAX_BYTES = 16 * 2 ** 20;

/** Directories of PATH that are looked at. */
const MAX_DIRECTORIES = 64;

/** Our name as a whole word, whoever's quotes stand around it. */
const MENTION = new RegExp(`(?<![A-Za-z0-9_-])${ENTRY}(?![A-Za-z0-9_-])`);

/**
 * The group.
 *
 * @example
 * ```ts
 * import { clients } from "gatehouse/cli/doctor/clients.ts";
 *
 * const world = { io: { environment: {}, cwd: "/", uid: 0 }, loaded: null, house: null };
 * const [line] = await clients(world).look(new AbortController().signal);
 * if (line?.status !== "skip") throw new Error("clients without a home");
 * ```
 */
export function clients({ io }: Pick<World, "io">): Group {
  return {
    name: "clients",
    limitMs: 2_000,
    late: "Look at the clients' configurations yourself",
    look: async () => {
      const machine = machineOf(io);
      const all = machine === null ? [] : foundClients(machine);
      if (all.length === 0) {
        const detail = machine === null
          ? "No home directory is known"
          : "No client that we know has been used here";
        return [
          found("skip", ["clients", detail, "The README says how to name gatehouse in any MCP client"]),
        ];
      }
      return await Promise.all(all.map((one) => lineOf(one, io.environment["PATH"] ?? "")));
    },
  };
}

async function lineOf({ client, file }: FoundClient, path: string): Promise<Check> {
  const name = `client:${client.name}`;
  const title = oneLine(client.title, 60);
  const at = shownPath(file);
  const wire = `gatehouse init --client ${client.name} shows what to add`;
  const read = await textOf(file);
  if (read === null) return found("skip", [name, `${title} is here, but has no ${at}`, wire]);
  const entry = read === "unreadable" ? "unreadable" : await entryOf(client, read.text);
  if (read === "unreadable" || entry === "unreadable") {
    return found("warn", [
      name,
      `${at} of ${title} cannot be read`,
      `Mend it as ${client.format}, or check its rights`,
    ]);
  }
  if (entry === undefined) {
    return MENTION.test(read.text)
      ? found("ok", [name, `${title} names gatehouse in ${at}, though not as init would`, client.then])
      : found("skip", [name, `${title} does not name gatehouse in ${at}`, wire]);
  }
  const command = isRecord(entry) ? entry["command"] : undefined;
  if (typeof command === "string" && !isProgram(command, path)) {
    const detail = `${title} is told in ${at} to start ${shownPath(command)}, which is not there`;
    return found("warn", [name, detail, "Put it there, or run gatehouse init again"]);
  }
  return found("ok", [name, `${title} starts gatehouse by ${at}`, client.then]);
}

/** Our entry; its failure's own words may show a part of the file. */
async function entryOf(client: FoundClient["client"], text: string): Promise<unknown> {
  try {
    return (await codecOf(client)).entryOf(text);
  } catch (error) {
    if (error instanceof ToolError) return "unreadable";
    throw error;
  }
}

/** A client may have a PATH of its own, so that a bare name is only looked for in ours. */
function isProgram(command: string, path: string): boolean {
  if (command.includes("/") || command.includes("\\")) return isFile(command);
  return path.split(Deno.build.os === "windows" ? ";" : ":").slice(0, MAX_DIRECTORIES)
    .some((directory) => isFile(`${directory}/${command}`) || isFile(`${directory}/${command}.exe`));
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** Only a regular file is opened: a pipe would make us wait. */
async function textOf(path: string): Promise<{ readonly text: string } | "unreadable" | null> {
  try {
    const { isFile, size } = await Deno.stat(path);
    if (!isFile || size > MAX_BYTES) return "unreadable";
    return { text: await Deno.readTextFile(path) };
  } catch (error) {
    return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory
      ? null
      : "unreadable";
  }
}
