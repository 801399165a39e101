/** What kind of place an absolute path is. Lexical: links are not followed. */
import type { Place } from "./call.ts";

const SYSTEM = new Set(
  ("etc usr var boot bin sbin lib lib32 lib64 libx32 opt dev proc sys run home root srv mnt media snap nix efi " +
    "lost+found System Library Applications Users Volumes private cores tmp").split(" "),
);

const TEMPORARY = /^\/(?:private\/)?(?:tmp|var\/tmp|var\/folders\/[^/]+\/[^/]+\/[TC]|dev\/shm)(?:\/|$)/;

const DEVICE_HARMLESS =
  /^\/dev\/(?:null|zero|full|u?random|tty|stdin|stdout|stderr|fd\/\d+|ptmx)$|^\/proc\/(?:self|\$\$)\/fd\/\d+$/;

const DEVICE_BLOCK =
  /^\/dev\/(?:[shv]d[a-z]+\d*|xvd[a-z]+\d*|nvme\d+n\d+(?:p\d+)?|nvme\d+|mmcblk\d+(?:p\d+|boot\d+)?|dm-\d+|md\d+(?:p\d+)?|md\/.+|loop\d+(?:p\d+)?|r?disk\d+(?:s\d+)*|zd\d+(?:p\d+)?|nbd\d+(?:p\d+)?|sr\d+|ram\d+|zram\d+|bcache\d+|pmem\d+|vg[^/]*\/.+|mapper\/.+|disk\/by-[^/]+\/.+|mem|kmem|port|nst?\d+|st\d+)$/;

/** Directories below which software is kept as projects although a system directory is above. */
const KEPT = /^\/(?:usr\/src|usr\/local\/src|var\/www|opt|srv|mnt|media|Volumes)\/[^/]+/;

/**
 * True when `path` is `directory` or lies in it.
 *
 * ```ts
 * import { isInside } from "gatehouse/gate/paths.ts";
 *
 * if (!isInside("/a/b", "/a") || isInside("/ab", "/a") || !isInside("/x", "/")) throw new Error("by segment");
 * ```
 */
export function isInside(path: string, directory: string): boolean {
  return directory === "/" || path === directory || path.startsWith(`${directory}/`);
}

/**
 * True for somebody's whole home directory, or the directory of all homes.
 *
 * ```ts
 * import { isHome } from "gatehouse/gate/paths.ts";
 *
 * if (!isHome("/home/ann") || !isHome("/root") || isHome("/home/ann/x")) throw new Error("homes");
 * ```
 */
export function isHome(path: string): boolean {
  return /^\/(?:root|(?:home|Users)(?:\/[^/]+)?)$/.test(path);
}

/**
 * True for temporary directories and what is in them.
 *
 * ```ts
 * import { isTemporary } from "gatehouse/gate/paths.ts";
 *
 * if (!isTemporary("/var/folders/a/b/T/x") || isTemporary("/var/lib")) throw new Error("temporary");
 * ```
 */
export function isTemporary(path: string): boolean {
  return TEMPORARY.test(path);
}

/**
 * True for the root, a top-level system directory and anything in one. Not for homes' contents, temporary files,
 * harmless devices, nor for a project kept below such a directory (`/var/www/x` while working in it).
 *
 * ```ts
 * import { isSystem } from "gatehouse/gate/paths.ts";
 * import { placeOf } from "gatehouse/gate/place.ts";
 *
 * const place = placeOf("/var/www/shop");
 * if (!isSystem("/etc/hosts", place) || isSystem("/var/www/shop/a", place)) throw new Error("system");
 * ```
 */
export function isSystem(path: string, place: Place): boolean {
  if (path === "/") return true;
  const first = path.split("/")[1] ?? "";
  if (!SYSTEM.has(first)) return false;
  if (path === `/${first}`) return first !== "root" || !isInside(place.project, "/root");
  if (first === "home" || first === "Users" || (first === "root" && isInside(place.project, "/root"))) {
    return false;
  }
  if (TEMPORARY.test(path) || DEVICE_HARMLESS.test(path)) {
    return /^\/(?:private|var|private\/var|dev)\/(?:tmp|shm)$/.test(path);
  }
  const kept = KEPT.exec(place.project)?.[0];
  return kept === undefined || !isInside(path, kept);
}

/**
 * True for the project directory itself and every directory above it.
 *
 * ```ts
 * import { holdsProject } from "gatehouse/gate/paths.ts";
 * import { placeOf } from "gatehouse/gate/place.ts";
 *
 * const place = placeOf("/home/ann/x");
 * if (!holdsProject("/home/ann", place) || holdsProject("/home/ann/x/y", place)) throw new Error("itself or above");
 * ```
 */
export function holdsProject(path: string, place: Place): boolean {
  return isInside(place.project, path) ||
    (place.cwd !== null && path !== place.cwd && isInside(place.cwd, path) && isInside(place.project, path));
}

/** Why losing a path would be a disaster. */
export type Loss = "root" | "system" | "home" | "project";

/**
 * What would be lost if `path` with all in it were: the root, a system directory, a home, or the project itself
 * (or a directory above it); `null` when it is none of these.
 *
 * ```ts
 * import { lossOf } from "gatehouse/gate/paths.ts";
 * import { placeOf } from "gatehouse/gate/place.ts";
 *
 * const place = placeOf("/home/ann/x");
 * if (lossOf("/", place) !== "root" || lossOf("/home/ann/x/dist", place) !== null) throw new Error("loss");
 * ```
 */
export function lossOf(path: string, place: Place): Loss | null {
  if (path === "/") return "root";
  if (isHome(path)) return "home";
  if (isSystem(path, place)) return "system";
  return holdsProject(path, place) ? "project" : null;
}

/**
 * True for the inside of a repository's `.git` directory.
 *
 * ```ts
 * import { isGitInternal } from "gatehouse/gate/paths.ts";
 *
 * if (!isGitInternal("/a/.git/config") || isGitInternal("/a/.gitignore")) throw new Error("internal");
 * ```
 */
export function isGitInternal(path: string): boolean {
  return /\/\.git(?:\/|$)/.test(path);
}

/**
 * True for devices that swallow or give data without effect: `/dev/null`, the standard streams, random bytes.
 *
 * ```ts
 * import { isHarmlessDevice } from "gatehouse/gate/paths.ts";
 *
 * if (!isHarmlessDevice("/dev/null") || isHarmlessDevice("/dev/sda")) throw new Error("harmless");
 * ```
 */
export function isHarmlessDevice(path: string): boolean {
  return DEVICE_HARMLESS.test(path);
}

/**
 * True for disks, partitions, volumes and raw memory.
 *
 * ```ts
 * import { isBlockDevice } from "gatehouse/gate/paths.ts";
 *
 * if (!isBlockDevice("/dev/nvme0n1p2") || isBlockDevice("/dev/null")) throw new Error("block");
 * ```
 */
export function isBlockDevice(path: string): boolean {
  return DEVICE_BLOCK.test(path);
}
