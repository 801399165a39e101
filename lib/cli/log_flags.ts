/** `--log-level` and `--log-format`: every command takes them, so that they are read before any command's own flags. */
import type { Flags } from "../config/flags.ts";
import type { Environment } from "../config/place.ts";
import { configureLog, DEFAULT_LOG, LEAST_LEVELS, LOG_FORMATS } from "../core/log.ts";
import { shown } from "../config/source.ts";
import { usageError } from "./failure.ts";

/** What the flags gave, as the text that stood there. */
export type LogFlags = Pick<Flags, "logLevel" | "logFormat">;

/** The flags' names, for whoever corrects a mistyped one. */
export const LOG_FLAG_NAMES = ["log-level", "log-format"] as const;

const KEYS = { "--log-level": "logLevel", "--log-format": "logFormat" } as const;

/** Of the run that the process is for. */
let given: LogFlags = {};

/**
 * Takes the two flags out of the arguments, up to `--`, and sets the log by them and by the environment; a variable that
 * does not fit is left for the settings to refuse.
 *
 * @returns The arguments without them.
 * @throws ToolError `USAGE` when one has no value that fits, or is given twice.
 *
 * @example
 * ```ts
 * import { takeLogFlags } from "gatehouse/cli/log_flags.ts";
 *
 * const rest = takeLogFlags(["--log-level", "error", "call", "gate", "--", "--log-level"], {});
 * if (rest.join(" ") !== "call gate -- --log-level") throw new Error(rest.join(" "));
 * takeLogFlags([], {});
 * ```
 */
export function takeLogFlags(args: readonly string[], environment: Environment): readonly string[] {
  const rest: string[] = [];
  const found: { -readonly [K in keyof LogFlags]: LogFlags[K] } = {};
  given = {};
  const use = (): void => {
    given = found;
    configureLog({
      level: fitting(LEAST_LEVELS, [found.logLevel, environment["GATEHOUSE_LOG_LEVEL"]]) ?? DEFAULT_LOG.level,
      format: fitting(LOG_FORMATS, [found.logFormat, environment["GATEHOUSE_LOG_FORMAT"]]) ??
        DEFAULT_LOG.format,
    });
  };
  const end = args.indexOf("--");
  const own = end < 0 ? args.length : end;
  for (let at = 0; at < own; at++) {
    const [, name, inline] = /^(--log-level|--log-format)(?:=(.*))?$/s.exec(args[at] ?? "") ?? [];
    if (name === undefined) {
      rest.push(args[at] ?? "");
      continue;
    }
    // The pattern allows no other.
    const key = KEYS[name as keyof typeof KEYS];
    const value = inline ?? (at + 1 < own ? args[++at] : undefined);
    use();
    if (value === undefined || value === "") {
      throw usageError(`${name} needs a value`, `Give one of ${choices(key)}`);
    }
    if (found[key] !== undefined) throw usageError(`${name} was given twice`, "Give it once");
    if (!takes(key).some((one) => one === value)) {
      throw usageError(`Could not use ${name} ${shown(value)}`, `Give one of ${choices(key)}`);
    }
    found[key] = value;
  }
  use();
  return [...rest, ...args.slice(own)];
}

/**
 * The flags that this run was given, for the settings: they beat the environment and the file.
 *
 * @example
 * ```ts
 * import { givenLogFlags, takeLogFlags } from "gatehouse/cli/log_flags.ts";
 *
 * takeLogFlags(["--log-format=json"], {});
 * const { logFormat } = givenLogFlags();
 * takeLogFlags([], {});
 * if (logFormat !== "json") throw new Error(String(logFormat));
 * ```
 */
export function givenLogFlags(): LogFlags {
  return given;
}

/** The strongest one that is given, if it fits. */
function fitting<T extends string>(
  known: readonly T[],
  texts: readonly (string | undefined)[],
): T | undefined {
  const first = texts.find((text) => text !== undefined && text !== "");
  return known.find((one) => one === first);
}

function choices(key: keyof LogFlags): string {
  return takes(key).join(", ");
}

function takes(key: keyof LogFlags): readonly string[] {
  return key === "logLevel" ? LEAST_LEVELS : LOG_FORMATS;
}
