/** The directories in which programs keep their settings, by operating system. */
import type { Machine } from "./client.ts";

/**
 * Where desktop programs keep their settings: `XDG_CONFIG_HOME` or `~/.config` on Linux, `Application Support` on macOS,
 * `APPDATA` on Windows; null where Windows names none. A relative path in a variable is ignored.
 *
 * @example
 * ```ts
 * import { applicationData } from "gatehouse/cli/clients/places.ts";
 *
 * const machine = { os: "darwin", home: "/Users/me", environment: {} } as const;
 * if (applicationData(machine) !== "/Users/me/Library/Application Support") throw new Error("other place");
 * ```
 */
export function applicationData(machine: Machine): string | null {
  if (machine.os === "darwin") return `${machine.home}/Library/Application Support`;
  if (machine.os === "windows") return variable(machine, "APPDATA");
  return configHome(machine);
}

/**
 * `XDG_CONFIG_HOME`, else `~/.config`.
 *
 * @example
 * ```ts
 * import { configHome } from "gatehouse/cli/clients/places.ts";
 *
 * const machine = { os: "linux", home: "/h", environment: { XDG_CONFIG_HOME: "conf" } } as const;
 * if (configHome(machine) !== "/h/.config") throw new Error("a relative path was taken");
 * ```
 */
export function configHome(machine: Machine): string {
  return variable(machine, "XDG_CONFIG_HOME") ?? `${machine.home}/.config`;
}

/**
 * A directory that a variable names, when it is an absolute path; null otherwise.
 *
 * @example
 * ```ts
 * import { variable } from "gatehouse/cli/clients/places.ts";
 *
 * const machine = { os: "linux", home: "/h", environment: { CODEX_HOME: "/c/" } } as const;
 * if (variable(machine, "CODEX_HOME") !== "/c" || variable(machine, "OTHER") !== null) throw new Error("other value");
 * ```
 */
export function variable({ environment }: Machine, name: string): string | null {
  const value = environment[name];
  if (value === undefined || !/^(?:\/|[A-Za-z]:[\\/])/.test(value)) return null;
  return value.length > 1 ? value.replace(/[\\/]$/, "") : value;
}

/**
 * The paths that are known.
 *
 * @param directory Null when it is not known.
 *
 * @example
 * ```ts
 * import { below } from "gatehouse/cli/clients/places.ts";
 *
 * if (below("/a", "b/c") !== "/a/b/c" || below(null, "b") !== null) throw new Error("other path");
 * ```
 */
export function below(directory: string | null, path: string): string | null {
  return directory === null ? null : `${directory}/${path}`;
}

/**
 * Without those that are not known.
 *
 * @example
 * ```ts
 * import { known } from "gatehouse/cli/clients/places.ts";
 *
 * if (known("/a", null).join() !== "/a") throw new Error("null was kept");
 * ```
 */
export function known(...paths: readonly (string | null)[]): readonly string[] {
  return paths.filter((path) => path !== null);
}
