/** The configurations of clients: which of them start us. Nothing of what else stands in them is shown. */
import { oneLine } from "../../core/bounds.ts";
import { shownPath } from "../../core/file_checks.ts";
import { type FoundClient, foundClients, machineOf } from "../clients/found.ts";
import { ENTRY } from "../clients/mod.ts";
import { type Check, found, type Group, type World } from "./check.ts";

/** Bytes of a file that is looked into; what a client keeps there beside its settings can be much. */
const MAX_BYTES = 16 * 2 ** 20;

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
      return await Promise.all(all.map(lineOf));
    },
  };
}

async function lineOf({ client, file }: FoundClient): Promise<Check> {
  const name = `client:${client.name}`;
  const title = oneLine(client.title, 60);
  const path = shownPath(file);
  const wire = `gatehouse init --client ${client.name} shows what to add`;
  const text = await textOf(file);
  if (text === null) return found("skip", [name, `${title} is here, but has no ${path}`, wire]);
  if (text === "unreadable") {
    return found("warn", [
      name,
      `${path} of ${title} cannot be read as a file of text`,
      "Check its rights and its size",
    ]);
  }
  return MENTION.test(text.text)
    ? found("ok", [name, `${title} names gatehouse in ${path}`, client.then])
    : found("skip", [name, `${title} does not name gatehouse in ${path}`, wire]);
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
