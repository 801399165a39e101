/** Programs that the settings of one server allow on it, besides those that are allowed everywhere. */
import { configError, shown } from "./source.ts";

/** What the value of an option, or an operand, may be; a path may be read by the same rules as a file. */
export type Takes = "none" | "text" | "number" | "path";

/** A program that may be started. */
export interface Program {
  /** Absolute; null looks it up on the usual path. */
  readonly path: string | null;
  readonly options: Readonly<Record<string, Takes>>;
  readonly operands: Takes;
  /** The first operand must be one of these; empty for a program without commands. */
  readonly commands: readonly string[];
}

const BUILT_IN = /^(?:cat|curl|docker|grep|ip|journalctl|sort|ss|systemctl|tail)$/;
const TAKES: readonly unknown[] = ["none", "text", "number", "path"] satisfies readonly Takes[];
const MAX = 128;

/** What each setting takes, in words. */
const FIELDS: Readonly<Record<string, string>> = {
  path: "an absolute path",
  options: 'a table of options as they are typed, such as "--label", with "none", "text", "number" or "path"',
  operands: '"none", "text", "number" or "path"',
  commands: "a list of words",
};

/**
 * The programs of one server.
 *
 * @param given The table `programs`; undefined for none.
 * @param where Names the server and the origin, for messages.
 * @throws ToolError `CONFIG_INVALID` for the first mistake.
 *
 * @example
 * ```ts
 * import { programsOf } from "gatehouse/config/hosts_programs.ts";
 *
 * const { backup } = programsOf({ backup: { options: { "--full": "none" } } }, "of the server web");
 * if (backup?.operands !== "none" || backup.path !== null) throw new Error("other defaults");
 * ```
 */
export function programsOf(given: unknown, where: string): Readonly<Record<string, Program>> {
  if (given === undefined) return {};
  if (!isTable(given) || Object.keys(given).length > MAX) {
    throw configError(`Could not use programs ${where}`, `Give a table of at most ${MAX} programs by name`);
  }
  return Object.fromEntries(
    Object.entries(given).map(([name, table]) => [name, programOf(name, { table, where })]),
  );
}

function programOf(
  name: string,
  { table, where }: { readonly table: unknown; readonly where: string },
): Program {
  const which = `the program ${shown(name)} ${where}`;
  if (!/^[A-Za-z0-9][A-Za-z0-9_.+-]{0,254}$/.test(name)) {
    throw configError(`Could not use ${which}`, "Give its bare name, without a directory");
  }
  if (BUILT_IN.test(name)) {
    throw configError(`Could not use ${which}: what it may be told is built in`, "Leave it out");
  }
  if (!isTable(table)) throw configError(`Could not use ${which}`, "Give a table");
  for (const field of Object.keys(table)) {
    if (!Object.hasOwn(FIELDS, field)) {
      throw configError(
        `Unknown setting ${shown(field)} of ${which}`,
        `Its settings are ${Object.keys(FIELDS).join(", ")}`,
      );
    }
  }
  const { path = null, options = {}, operands = "none", commands = [] } = table;
  const demand = (field: string, fits: boolean): void => {
    if (!fits) throw configError(`Could not use ${field} of ${which}`, `Give ${FIELDS[field]}`);
  };
  demand("path", path === null || isPath(path));
  demand(
    "options",
    isTable(options) && Object.keys(options).length <= MAX && Object.entries(options).every(isOption),
  );
  demand("operands", TAKES.includes(operands));
  demand("commands", Array.isArray(commands) && commands.length <= MAX && commands.every(isWord));
  // Each was checked above.
  return { path, options: { ...options as object }, operands, commands } as Program;
}

function isPath(value: unknown): boolean {
  return typeof value === "string" && /^\/[^\p{Cc}]{0,999}$/u.test(value) && !value.split("/").includes("..");
}

function isOption([name, takes]: readonly [string, unknown]): boolean {
  return /^(?:-[A-Za-z0-9]|--[A-Za-z0-9][A-Za-z0-9_-]{0,63})$/.test(name) && TAKES.includes(takes);
}

function isWord(value: unknown): boolean {
  return typeof value === "string" && /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/.test(value);
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
