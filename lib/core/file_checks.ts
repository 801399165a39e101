/**
 * What a path must look like before it is opened: no link in any component, nobody else who could swap one.
 *
 * Everything is looked at with `lstat`, so nothing is opened or followed here.
 */
import { oneLine } from "./bounds.ts";
import { ToolError } from "./errors.ts";

/** How much is asked of a file. */
export interface FileDemands {
  /** Own account, no right for group or others. Otherwise any owner, and no right to write for group or others. */
  readonly private: boolean;
}

const GROUP_OTHER = 0o077;
const GROUP_OTHER_WRITE = 0o022;
const OTHER_WRITE = 0o002;
const STICKY = 0o1000;

/**
 * Owners besides ourselves who may hold a directory above a private file. Root can do anything anyway; 65534 is how
 * root's directories look from inside a user namespace that does not map it (user_namespaces(7)).
 */
const SYSTEM_OWNERS: readonly number[] = [0, 65_534];

/**
 * A refusal: `FILE_UNSAFE`, with path, reason and next step.
 *
 * @example
 * ```ts
 * import { unsafeFile } from "gatehouse/core/file_checks.ts";
 *
 * const { line } = unsafeFile("/etc/token", { reason: "it is a link", next: "Put the file itself there" });
 * if (line !== "Refused to open /etc/token: it is a link. Put the file itself there") throw new Error(line);
 * ```
 */
export function unsafeFile(path: string, { reason, next }: { reason: string; next: string }): ToolError {
  return new ToolError("FILE_UNSAFE", `Refused to open ${shownPath(path)}: ${reason}`, { next });
}

/**
 * The path as it may stand in a message: one line, at most 300 characters.
 *
 * @example
 * ```ts
 * import { shownPath } from "gatehouse/core/file_checks.ts";
 *
 * if (shownPath("/a\nb") !== "/a\\u{a}b") throw new Error("not escaped");
 * ```
 */
export function shownPath(path: string): string {
  return oneLine(path, 300);
}

/**
 * Every prefix of a path from the root down, the path itself last; `.` and `..` are taken out by spelling, which is
 * exact because no component may be a link.
 *
 * @param path Absolute, or relative to the working directory.
 *
 * @example
 * ```ts
 * import { pathPrefixes } from "gatehouse/core/file_checks.ts";
 *
 * if (pathPrefixes("/a/./x/../b").join(" ") !== "/ /a /a/b") throw new Error("wrong prefixes");
 * ```
 */
export function pathPrefixes(path: string): readonly string[] {
  // Elsewhere than on POSIX only the last component is looked at; private files are refused there altogether.
  if (Deno.build.os === "windows") return [path];
  const parts: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${Deno.cwd()}/${path}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return ["/", ...parts.map((_, at) => `/${parts.slice(0, at + 1).join("/")}`)];
}

/**
 * What stands at the path, after a walk from the root: no component is a link, every one above the last is a
 * directory that nobody else can change. A sticky directory such as `/tmp` passes: in it only a file's owner can
 * replace the file.
 *
 * @throws ToolError `FILE_UNSAFE`. Deno's own errors for what is missing or may not be seen.
 *
 * @example
 * ```ts
 * import { inspectPath } from "gatehouse/core/file_checks.ts";
 *
 * const path = await Deno.realPath(await Deno.makeTempFile());
 * if (!inspectPath(path, { private: true }).isFile) throw new Error("no file");
 * ```
 */
export function inspectPath(path: string, demands: FileDemands): Deno.FileInfo {
  const prefixes = pathPrefixes(path);
  let info = lstat(path, prefixes[0] ?? path);
  for (const prefix of prefixes.slice(1)) {
    if (!info.isDirectory) throw unsafeFile(path, notDirectory(prefix));
    checkAncestor(path, { info, demands });
    info = lstat(path, prefix);
  }
  return info;
}

/**
 * Refuses what is no regular file, or gives others more than the demands allow.
 *
 * @throws ToolError `FILE_UNSAFE`.
 *
 * @example
 * ```ts
 * import { checkFile } from "gatehouse/core/file_checks.ts";
 *
 * const path = await Deno.makeTempFile();
 * checkFile(path, await Deno.lstat(path), { demands: { private: true } });
 * ```
 */
export function checkFile(
  path: string,
  info: Deno.FileInfo,
  { demands }: { demands: FileDemands },
): void {
  if (!info.isFile) {
    throw unsafeFile(path, {
      reason: `it is ${kindOf(info)}, no regular file`,
      next: "Put a regular file there",
    });
  }
  const mode = info.mode ?? 0;
  if (!demands.private) {
    if ((mode & GROUP_OTHER_WRITE) !== 0) throw unsafeFile(path, tooOpen(path, { mode, mend: "go-w" }));
    return;
  }
  checkOwner(path, info);
  if ((mode & GROUP_OTHER) !== 0) throw unsafeFile(path, tooOpen(path, { mode, mend: "go=" }));
}

/**
 * Refuses what is no directory of ours, or may be written by others.
 *
 * @throws ToolError `FILE_UNSAFE`.
 *
 * @example
 * ```ts
 * import { checkDirectory } from "gatehouse/core/file_checks.ts";
 *
 * const path = await Deno.makeTempDir();
 * checkDirectory(path, await Deno.lstat(path));
 * ```
 */
export function checkDirectory(path: string, info: Deno.FileInfo): void {
  if (!info.isDirectory) {
    throw unsafeFile(path, { reason: `it is ${kindOf(info)}, no directory`, next: "Put a directory there" });
  }
  checkOwner(path, info);
  const mode = info.mode ?? 0;
  if ((mode & GROUP_OTHER_WRITE) !== 0) throw unsafeFile(path, tooOpen(path, { mode, mend: "go-w" }));
}

function lstat(path: string, prefix: string): Deno.FileInfo {
  const info = Deno.lstatSync(prefix);
  if (info.isSymlink) {
    const reason = prefix === path ? "it is a link" : `${shownPath(prefix)} is a link`;
    throw unsafeFile(path, { reason, next: "Name it by its real path, without links" });
  }
  return info;
}

function notDirectory(prefix: string): { reason: string; next: string } {
  const parent = shownPath(prefix.slice(0, prefix.lastIndexOf("/")) || "/");
  return { reason: `${parent} is no directory`, next: "Check the path" };
}

function checkAncestor(
  path: string,
  { info, demands }: { info: Deno.FileInfo; demands: FileDemands },
): void {
  const mode = info.mode ?? 0;
  const writable = mode & (demands.private ? GROUP_OTHER_WRITE : OTHER_WRITE);
  if (writable !== 0 && (mode & STICKY) === 0) {
    const reason = `others may write to a directory above it (mode ${octal(mode)})`;
    throw unsafeFile(path, { reason, next: "Take that right away with chmod go-w, or choose another place" });
  }
  if (demands.private && info.uid !== Deno.uid() && !SYSTEM_OWNERS.includes(info.uid ?? -1)) {
    const reason = `a directory above it belongs to user ${info.uid}`;
    throw unsafeFile(path, { reason, next: "Choose a place under directories of root or of this account" });
  }
}

function checkOwner(path: string, info: Deno.FileInfo): void {
  const uid = Deno.uid();
  if (uid === null) {
    const reason = "owner and rights cannot be checked on this system";
    throw unsafeFile(path, { reason, next: "Run on a POSIX system to use private files" });
  }
  if (info.uid !== uid) {
    const reason = `it belongs to user ${info.uid}, not to user ${uid} who runs this`;
    throw unsafeFile(path, { reason, next: `Run chown ${uid} ${shownPath(path)}` });
  }
}

function tooOpen(
  path: string,
  { mode, mend }: { mode: number; mend: string },
): { reason: string; next: string } {
  return {
    reason: `it is open to group or others (mode ${octal(mode)})`,
    next: `Run chmod ${mend} ${shownPath(path)}`,
  };
}

function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, "0");
}

function kindOf(info: Deno.FileInfo): string {
  if (info.isDirectory) return "a directory";
  if (info.isSymlink) return "a link";
  if (info.isFifo) return "a named pipe";
  if (info.isSocket) return "a socket";
  if (info.isCharDevice || info.isBlockDevice) return "a device";
  return info.isFile ? "a file" : "something else";
}
