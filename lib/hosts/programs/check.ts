/** Whether a program may be started with these arguments, and what in them its machine must judge once more. */
import { oneLine } from "../../core/bounds.ts";
import { ToolError } from "../../core/errors.ts";
import { cat, grep, sort, tail } from "./file_programs.ts";
import { fitsKind, type Kind } from "./kinds.ts";
import { curl, docker } from "./net_programs.ts";
import { type AddedProgram, type ProgramRules, rulesOfAdded } from "./rules.ts";
import { ip, journalctl, ss, systemctl } from "./system_programs.ts";

/** Part of an argument that the machine judges: by where a path leads, or a name. */
export interface Operand {
  /** Which argument. */
  readonly at: number;
  /** From which of its characters on. */
  readonly from: number;
  readonly kind: "path" | "url";
}

/** A program that may be started. */
export interface CheckedProgram {
  /** Absolute path where the settings name one. */
  readonly path: string | null;
  readonly operands: readonly Operand[];
  /** What it prints has to be masked as a whole before it is given out. */
  readonly masks: boolean;
  /** One of those that are allowed everywhere; false for one that the target's settings add. */
  readonly isBuiltIn: boolean;
}

/** A program and what it is told. */
export interface AskedProgram {
  readonly executable: string;
  readonly argv: readonly string[];
}

const PROGRAMS: Readonly<Record<string, ProgramRules>> = {
  cat,
  curl,
  docker,
  grep,
  ip,
  journalctl,
  sort,
  ss,
  systemctl,
  tail,
};

/** Names of those that are allowed everywhere. */
const PROGRAM_NAMES: readonly string[] = Object.keys(PROGRAMS);

/**
 * Looks a call's program up and reads its arguments as the program itself would.
 *
 * @param added Programs that the target's own settings add, by name. One that is built in is not replaced.
 * @throws ToolError `VALIDATION_FAILED`; what is refused of a program that may be started begins its message with
 * `PROGRAM_SUBCOMMAND_NOT_PERMITTED` or `PROGRAM_ARGUMENT_NOT_PERMITTED`.
 *
 * @example
 * ```ts
 * import { checkProgram } from "gatehouse/hosts/programs/check.ts";
 *
 * const { operands } = checkProgram({ executable: "tail", argv: ["-n5", "/var/log/syslog"] });
 * if (operands[0]?.at !== 1) throw new Error("the path is not judged");
 * ```
 */
export function checkProgram(
  { executable, argv }: AskedProgram,
  added: Readonly<Record<string, AddedProgram>> = {},
): CheckedProgram {
  const own = Object.hasOwn(added, executable) ? added[executable] : undefined;
  const rules = Object.hasOwn(PROGRAMS, executable)
    ? PROGRAMS[executable]
    : own === undefined
    ? undefined
    : rulesOfAdded(own);
  if (rules === undefined) {
    throw new ToolError(
      "VALIDATION_FAILED",
      `The program ${oneLine(executable, 100)} is not on the list (PROGRAM_NOT_PERMITTED)`,
      {
        next: `Choose one of ${[...PROGRAM_NAMES, ...Object.keys(added)].join(", ")}`,
      },
    );
  }
  checkText(executable, argv);
  const { begins } = rules;
  if (begins !== undefined && !begins.includes(argv[0] ?? "")) {
    throw refusal("ARGUMENT", { executable, why: `its first argument must be ${begins.join(" or ")}` });
  }
  const reading = new Reading(executable, argv);
  reading.read(rules, 0);
  return {
    path: own?.path ?? null,
    operands: reading.operands,
    masks: reading.masks,
    isBuiltIn: Object.hasOwn(PROGRAMS, executable),
  };
}

/** Bytes of all arguments together. */
const MAX_ARGV = 100_000;

function checkText(executable: string, argv: readonly string[]): void {
  const all = argv.join("");
  if (!all.isWellFormed()) throw refusal("ARGUMENT", { executable, why: "not what is no whole character" });
  if (new TextEncoder().encode(all).length > MAX_ARGV) {
    throw refusal("ARGUMENT", { executable, why: `not more than ${MAX_ARGV} bytes in all` });
  }
}

function refusal(
  what: "SUBCOMMAND" | "ARGUMENT",
  { executable, why }: { readonly executable: string; readonly why: string },
): ToolError {
  return new ToolError("VALIDATION_FAILED", `PROGRAM_${what}_NOT_PERMITTED: ${executable}: ${why}`, {
    next: Object.hasOwn(PROGRAMS, executable)
      ? "Leave it out: only what looks, ends by itself and keeps nothing is allowed"
      : "Leave it out: the operator's settings of this program do not name it",
  });
}

/** Reads arguments as getopt_long(3) does: options anywhere before `--`, letters together, values attached or next. */
class Reading {
  readonly operands: Operand[] = [];
  masks = false;
  readonly #executable: string;
  readonly #argv: readonly string[];

  constructor(executable: string, argv: readonly string[]) {
    this.#executable = executable;
    this.#argv = argv;
  }

  read(rules: ProgramRules, first: number): void {
    const { commands, requires } = rules;
    this.masks ||= rules.masks === true;
    const seen = new Set<string>();
    const rest: number[] = [];
    let onlyOperands = false;
    for (let at = first; at < this.#argv.length; at++) {
      const word = this.#argv[at] ?? "";
      if (!onlyOperands && word === "--") onlyOperands = true;
      else if (!onlyOperands && word.length > 1 && word.startsWith("-")) {
        at = this.#option(rules, { at, seen });
      } else if (commands !== undefined) return this.#command(commands, at);
      else rest.push(at);
    }
    if (requires !== undefined && !requires.some((name) => seen.has(name))) {
      throw this.#refused(`it must be given ${requires.join(" or ")}`);
    }
    this.#rest(rules, { rest, seen });
  }

  #command(commands: Readonly<Record<string, ProgramRules>>, at: number): void {
    const word = this.#argv[at] ?? "";
    const inner = Object.hasOwn(commands, word) ? commands[word] : undefined;
    if (inner === undefined) {
      const why = `no ${oneLine(word, 60)}, only ${Object.keys(commands).join(", ")}`;
      throw refusal("SUBCOMMAND", { executable: this.#executable, why });
    }
    this.read(inner, at + 1);
  }

  #rest(
    { operands, most = Infinity, patternUnless }: ProgramRules,
    { rest, seen }: { readonly rest: readonly number[]; readonly seen: ReadonlySet<string> },
  ): void {
    const hasPattern = patternUnless !== undefined && !patternUnless.some((name) => seen.has(name));
    const values = hasPattern ? rest.slice(1) : rest;
    if (values.length > most || (operands === undefined && values.length > 0)) {
      throw this.#refused(`not ${shown(this.#argv[values[most === Infinity ? 0 : most] ?? 0])} as well`);
    }
    for (const at of values) this.#value(operands ?? "none", { at, from: 0, of: "an operand" });
  }

  /** Gives the place of the last word that belongs to the option. */
  #option(rules: ProgramRules, { at, seen }: { readonly at: number; readonly seen: Set<string> }): number {
    const word = this.#argv[at] ?? "";
    if (word.startsWith("--") || rules.wholeWords === true) {
      const equals = word.indexOf("=");
      const name = equals < 0 ? word : word.slice(0, equals);
      return this.#valued(name, { rules, at, seen, from: equals < 0 ? null : equals + 1 });
    }
    for (let index = 1; index < word.length; index++) {
      const name = `-${word[index] ?? ""}`;
      const kind = this.#kindOf(name, rules);
      if (kind === "none") {
        seen.add(name);
        continue;
      }
      return this.#valued(name, { rules, at, seen, from: index + 1 < word.length ? index + 1 : null });
    }
    return at;
  }

  #valued(
    name: string,
    { rules, at, seen, from }: {
      readonly rules: ProgramRules;
      readonly at: number;
      readonly seen: Set<string>;
      readonly from: number | null;
    },
  ): number {
    const kind = this.#kindOf(name, rules);
    seen.add(name);
    if (kind === "none" || kind === "optional") {
      if (from !== null) this.#value(kind, { at, from, of: name });
      return at;
    }
    if (from !== null) {
      this.#value(kind, { at, from, of: name });
      return at;
    }
    if (at + 1 >= this.#argv.length) throw this.#refused(`${name} needs a value`);
    this.#value(kind, { at: at + 1, from: 0, of: name });
    return at + 1;
  }

  #kindOf(name: string, { options }: ProgramRules): Kind {
    const kind = Object.hasOwn(options, name) ? options[name] : undefined;
    if (kind === undefined) throw this.#refused(`not ${shown(name)}`);
    return kind;
  }

  #value(
    kind: Kind,
    { at, from, of }: { readonly at: number; readonly from: number; readonly of: string },
  ): void {
    const value = (this.#argv[at] ?? "").slice(from);
    if (!fitsKind(kind, value)) throw this.#refused(`not ${shown(value)} for ${of}`);
    if (kind === "url" || (kind === "path" && value !== "-")) this.operands.push({ at, from, kind });
  }

  #refused(why: string): ToolError {
    return refusal("ARGUMENT", { executable: this.#executable, why });
  }
}

function shown(word: string | undefined): string {
  return JSON.stringify(oneLine(word ?? "", 100));
}
