/** Where our files stand: the XDG base directories (XDG Base Directory Specification 0.8). */

/** Variables of the environment that are set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The path, made absolute against `cwd`; not normalised, so that what is opened is what was named.
 *
 * @example
 * ```ts
 * import { resolve } from "gatehouse/config/place.ts";
 *
 * if (resolve("/a", "b") !== "/a/b" || resolve("/a", "/b") !== "/b") throw new Error("resolved wrong");
 * ```
 */
export function resolve(cwd: string, path: string): string {
  if (path === "" || isAbsolute(path)) return path;
  return `${cwd.endsWith("/") ? cwd.slice(0, -1) : cwd}/${path}`;
}

/**
 * Where the configuration file is looked for, or null when no home is known.
 *
 * @example
 * ```ts
 * import { configFile } from "gatehouse/config/place.ts";
 *
 * if (configFile({ HOME: "/h" }) !== "/h/.config/gatehouse/gatehouse.toml") throw new Error("other place");
 * ```
 */
export function configFile(environment: Environment): string | null {
  const base = directory(environment, { variable: "XDG_CONFIG_HOME", below: ".config" });
  return base === null ? null : `${base}/gatehouse/gatehouse.toml`;
}

/**
 * Where an older program keeps its configuration, which is read when ours says nothing of what it is about; null when no
 * home is known.
 *
 * @example
 * ```ts
 * import { flowConfigFile } from "gatehouse/config/place.ts";
 *
 * if (flowConfigFile({ XDG_CONFIG_HOME: "/c" }) !== "/c/flow/config.toml") throw new Error("other place");
 * ```
 */
export function flowConfigFile(environment: Environment): string | null {
  const base = directory(environment, { variable: "XDG_CONFIG_HOME", below: ".config" });
  return base === null ? null : `${base}/flow/config.toml`;
}

/**
 * Where the state directory stands, or null when no home is known.
 *
 * @example
 * ```ts
 * import { stateDirectory } from "gatehouse/config/place.ts";
 *
 * if (stateDirectory({ XDG_STATE_HOME: "/s" }) !== "/s/gatehouse") throw new Error("other place");
 * ```
 */
export function stateDirectory(environment: Environment): string | null {
  const base = directory(environment, { variable: "XDG_STATE_HOME", below: ".local/state" });
  return base === null ? null : `${base}/gatehouse`;
}

/**
 * The home directory, by a path without links; null when none is known.
 *
 * @example
 * ```ts
 * import { homeDirectory } from "gatehouse/config/place.ts";
 *
 * if (homeDirectory({ HOME: "/nowhere/h" }) !== "/nowhere/h" || homeDirectory({}) !== null) throw new Error("other home");
 * ```
 */
export function homeDirectory(environment: Environment): string | null {
  const home = environment["HOME"] || environment["USERPROFILE"];
  return home !== undefined && isAbsolute(home) ? real(home) : null;
}

/** A relative path in an XDG variable is to be ignored, says the specification. */
function directory(
  environment: Environment,
  { variable, below }: { variable: string; below: string },
): string | null {
  const given = environment[variable];
  if (given !== undefined && isAbsolute(given)) return real(given);
  const home = homeDirectory(environment);
  return home === null ? null : `${home}/${below}`;
}

/** Files are opened by paths without links, and on some systems a link leads to every home. */
function real(base: string): string {
  try {
    return Deno.realPathSync(base);
  } catch {
    return base;
  }
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path);
}
