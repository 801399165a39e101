/** Which paths a call may name. The machine judges once more what they really lead to. */

/** Not read: these and what is below them. */
export const READ_DENIED: readonly string[] = [
  "/etc/shadow",
  "/etc/shadow-",
  "/etc/gshadow",
  "/etc/gshadow-",
  "/root/.ssh",
  "/proc/kcore",
];

/** Not written: these and what is below them. */
export const WRITE_DENIED: readonly string[] = ["/etc", "/boot", "/dev", "/proc", "/root", "/sys"];

/** Written: these and what is below them, and nothing else. */
export const WRITE_ROOTS: readonly string[] = ["/home", "/opt", "/srv", "/tmp", "/var/log", "/var/www"];

/**
 * The path without single dots and doubled slashes; absolute.
 *
 * @example
 * ```ts
 * import { normalPath } from "gatehouse/hosts/tools/paths.ts";
 *
 * if (normalPath("//srv/./a/") !== "/srv/a" || normalPath("/") !== "/") throw new Error("not normalised");
 * ```
 */
export function normalPath(path: string): string {
  return `/${path.split("/").filter((part) => part !== "" && part !== ".").join("/")}`;
}

/**
 * Whether a normal path is that other one or below it.
 *
 * @example
 * ```ts
 * import { under } from "gatehouse/hosts/tools/paths.ts";
 *
 * if (!under("/etc/a", "/etc") || under("/etcetera", "/etc")) throw new Error("taken for another");
 * ```
 */
export function under(path: string, top: string): boolean {
  return path === top || path.startsWith(`${top}/`);
}
