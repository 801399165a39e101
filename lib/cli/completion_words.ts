/** Which words fit in a place of a command line. */
import { type Command, proposeCompletions, type RouteMap } from "@stricli/core";
import { oneLine } from "../core/bounds.ts";
import { LEAST_LEVELS, LOG_FORMATS } from "../core/log.ts";
import { buildApp } from "./app.ts";
import { routes } from "./routes.ts";
import type { Context } from "./command.ts";
import { type CompletionWorld, sourceOf } from "./completion_values.ts";
import type { Io } from "./io.ts";
import { LOG_FLAG_NAMES } from "./log_flags.ts";
import { named } from "./meant.ts";

/** A word, and a few words on it. */
export interface Proposal {
  readonly word: string;
  readonly brief: string;
}

/** Of what could be proposed, what a shell takes as it stands: a word of somebody's configuration must not be quoted wrongly. */
const PLAIN = /^[\w@%+=:,./-]+$/;

const MAX_PROPOSALS = 1_000;

/**
 * The words that fit in the place of the last one.
 *
 * @param words Those behind the program's name, up to where the cursor is; the last may be empty.
 *
 * @example
 * ```ts
 * import { proposalsFor } from "gatehouse/cli/completion_words.ts";
 * import { systemIo } from "gatehouse/cli/io.ts";
 *
 * const io = { ...systemIo(new AbortController().signal), environment: {} };
 * const found = await proposalsFor(io, ["gate", "ch"]);
 * if (found.map(({ word }) => word).join() !== "check") throw new Error("other words");
 * ```
 */
export async function proposalsFor(io: Io, words: readonly string[]): Promise<readonly Proposal[]> {
  const { before, partial, prefix } = read(words);
  const last = before.at(-1) ?? "";
  const isOpen = !before.includes("--");
  if (isOpen && last === "--log-level") return fitting(LEAST_LEVELS, { partial, prefix });
  if (isOpen && last === "--log-format") return fitting(LOG_FORMATS, { partial, prefix });
  const own = isOpen ? withoutLogFlags(before) : before;
  const world: CompletionWorld = { io, config: configOf(own) };
  if (own[0] === "help") {
    const values = own.length === 1
      ? await sourceOf("help")(world, partial)
      : await (await import("./help.ts")).helpBelow(own.slice(1));
    return fitting(values, { partial, prefix });
  }
  if (own[0] === "-m") return own.length > 1 ? [] : fitting(MODULES, { partial, prefix });
  const isServe = (own[0] ?? partial).startsWith("-");
  const argv = isServe ? ["serve", ...own] : own;
  const { found, takesWords } = await ofParser(world, [...argv, partial]);
  const logFlags = LOG_FLAG_NAMES.map((name) => ({
    word: `--${name}`,
    brief: "What is told on stderr, and how",
  }));
  const help = own.length === 0 && !partial.startsWith("-") ? [{ word: "help", brief: "Print a page" }] : [];
  const all = [...found, ...help, ...(isOpen && partial.startsWith("--l") ? logFlags : [])];
  const wordsOnly = all.filter(({ word }) => !word.startsWith("-"));
  const wanted = partial.startsWith("-") || (wordsOnly.length === 0 && !takesWords) ? all : wordsOnly;
  return plain(wanted, { partial, prefix });
}

const MODULES = ["phocinae_mcp", "mikrus_mcp", "phases_agents.server"];

interface Read {
  readonly before: readonly string[];
  readonly partial: string;
  /** What stands before the proposals in the same word. */
  readonly prefix: string;
}

/** A flag and its value may be one word, `--flag=value`, which bash hands over as three. */
function read(words: readonly string[]): Read {
  const joined = words.filter((word, at) => word !== "=" || at === 0);
  const before = joined.slice(0, -1);
  const partial = words.at(-1) === "=" ? "" : joined.at(-1) ?? "";
  const complete = words.at(-1) === "=" ? joined : before;
  const [, flag, value] = /^(--[a-zA-Z][\w-]*)=(.*)$/s.exec(partial) ?? [];
  if (flag === undefined || value === undefined || complete.includes("--")) {
    return { before: complete, partial, prefix: "" };
  }
  return { before: [...complete, flag], partial: value, prefix: `${flag}=` };
}

function withoutLogFlags(words: readonly string[]): readonly string[] {
  return words.filter((word, at) =>
    !/^--log-(?:level|format)(?:=|$)/.test(word) && !/^--log-(?:level|format)$/.test(words[at - 1] ?? "")
  );
}

function configOf(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => word === "--config" || word === "-c");
  return at >= 0 ? words[at + 1] : words.find((word) => word.startsWith("--config="))?.slice(9);
}

async function ofParser(
  world: CompletionWorld,
  argv: readonly string[],
): Promise<{ readonly found: readonly Proposal[]; readonly takesWords: boolean }> {
  const app = buildApp(routes, argv);
  const { takesWords, hidden } = teach(app.root, argv);
  const process = { stdout: { write() {} }, stderr: { write() {} } };
  const context: CompletionContext = { process, io: world.io, world };
  const found = await proposeCompletions(app, [...argv], context);
  const shown = found.filter(({ completion }) => !hidden.includes(completion));
  return { found: shown.map(({ completion, brief }) => ({ word: completion, brief })), takesWords };
}

/** What the parser hands on to whoever knows values. */
interface CompletionContext extends Context {
  readonly world: CompletionWorld;
}

/** A parameter, as far as it is of use here. */
interface Parameter {
  readonly kind?: string;
  readonly placeholder?: string;
  readonly hidden?: boolean;
  proposeCompletions?: (this: CompletionContext, partial: string) => Promise<readonly string[]>;
}

/**
 * Lets the parser ask for values where a declaration does not say which there are: the declarations are loaded with every
 * start of the program, and the values with no other command than this.
 *
 * @returns Whether the command takes words besides its flags, and the flags that its page does not show.
 */
function teach(
  root: Command<Context> | RouteMap<Context>,
  argv: readonly string[],
): { readonly takesWords: boolean; readonly hidden: readonly string[] } {
  const { words } = named(root, argv);
  let at: Command<Context> | RouteMap<Context> | undefined = root;
  for (const word of words) {
    at = at !== undefined && "getRoutingTargetForInput" in at ? at.getRoutingTargetForInput(word) : undefined;
  }
  if (at === undefined || !("parameters" in at)) return { takesWords: false, hidden: [] };
  const { flags = {}, positional } = at.parameters;
  const command = words.join(" ");
  const open = (parameter: Parameter, slot: string): void => {
    if (parameter.kind === "boolean" || parameter.kind === "counter" || parameter.kind === "enum") return;
    const source = sourceOf(`${command} ${slot}`, slot, parameter.placeholder ?? "");
    parameter.proposeCompletions ??= async function (partial) {
      // A configuration that cannot be read has no names; the flags are what they are.
      return partial.startsWith("-") ? [] : await source(this.world, partial).catch(() => []);
    };
  };
  const hidden: string[] = [];
  for (const [name, flag] of Object.entries(flags)) {
    const slot = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    // The parser's type tells apart kinds that differ in nothing that is looked at here.
    const parameter = flag as Parameter;
    if (parameter.hidden === true) hidden.push(slot);
    open(parameter, slot);
  }
  const places = positional?.kind === "array" ? [positional.parameter] : positional?.parameters ?? [];
  for (const place of places) open(place as Parameter, (place as Parameter).placeholder ?? "");
  return { takesWords: places.length > 0, hidden };
}

function fitting(values: readonly string[], { partial, prefix }: Omit<Read, "before">): readonly Proposal[] {
  return plain(values.map((word) => ({ word, brief: "" })), { partial, prefix });
}

function plain(
  proposals: readonly Proposal[],
  { partial, prefix }: Omit<Read, "before">,
): readonly Proposal[] {
  const seen = new Map(
    proposals.filter(({ word }) => word !== "--" && word.startsWith(partial) && PLAIN.test(word))
      .map((proposal) => [proposal.word, proposal]),
  );
  return [...seen.values()].slice(0, MAX_PROPOSALS)
    .map(({ word, brief }) => ({ word: prefix + word, brief: oneLine(brief, 120) }));
}
