/**
 * The one schema of every layer: file, environment and flags are checked against it alike.
 *
 * A table of small predicates, on purpose: a schema library takes longer to load than the whole server takes to answer
 * its first request, and every setting is a plain value.
 */

/** One setting: which values it takes, in words and as a check. */
interface Leaf<T> {
  /** Completes "Give …". */
  readonly takes: string;
  readonly fits: (value: unknown) => value is T;
}

const path: Leaf<string> = {
  takes: "an absolute path",
  fits: (value) => isText(value, /^(?:\/|[A-Za-z]:[\\/])[^\0]{0,4095}$/),
};

const toggle: Leaf<boolean> = {
  takes: "true or false (in a variable also 1, yes, on; 0, no, off)",
  fits: (value) => typeof value === "boolean",
};

/** Every setting by its dotted name, as `gatehouse.toml` has it: before the dot stands the table. */
export const SCHEMA = {
  families: leaf("a list of family names, such as gate", isFamilies),
  read_only: toggle,
  transport: leaf("stdio or http", (value) => value === "stdio" || value === "http"),
  host: leaf(
    "127.0.0.1, ::1 or localhost: only this machine may connect",
    (value) => value === "127.0.0.1" || value === "::1" || value === "localhost",
  ),
  port: leaf("a whole number from 0 to 65535", isPort),
  token_file: path,
  "state.dir": path,
  "gate.server": leaf(
    "an http or https URL of at most 2048 characters, without user, password or fragment",
    isServiceUrl,
  ),
  "gate.timeout": leaf("seconds from 0.1 to 300", isTimeout),
  "gate.model": leaf(
    "a model name of 1 to 256 characters without blanks",
    (value) => isText(value, /^[\x21-\x7e]{1,256}$/),
  ),
  "gate.l1_enabled": toggle,
  "gate.guard": leaf("a path", (value) => isText(value, /^[^\0]{1,4096}$/)),
} as const;

/** The dotted name of a setting. */
export type Key = keyof typeof SCHEMA;

/** What one layer gives, checked. */
export type Layer = { readonly [K in Key]?: (typeof SCHEMA)[K] extends Leaf<infer T> ? T : never };

/** The dotted names of all settings. */
// `Object.keys` is typed wider than the constant it reads.
export const KEYS = Object.keys(SCHEMA) as readonly Key[];

function leaf<T>(takes: string, fits: (value: unknown) => value is T): Leaf<T> {
  return { takes, fits };
}

function isText(value: unknown, shape: RegExp): value is string {
  return typeof value === "string" && shape.test(value);
}

function isFamilies(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length >= 1 && value.length <= 16 &&
    value.every((name) => isText(name, /^[a-z]{1,32}$/));
}

function isPort(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 65_535;
}

function isTimeout(value: unknown): value is number {
  return typeof value === "number" && value >= 0.1 && value <= 300;
}

function isServiceUrl(value: unknown): value is string {
  if (typeof value !== "string" || value.length > 2_048 || !URL.canParse(value)) return false;
  const { protocol, username, password, hash } = new URL(value);
  return (protocol === "http:" || protocol === "https:") && username + password + hash === "";
}
