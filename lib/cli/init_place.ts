/**
 * Where a client's configuration really stands. People keep such files elsewhere and put links in their place, so links
 * are followed here, unlike anywhere else: those of the user's own, as long as they lead to a place in the home directory,
 * and those of the system.
 */
import { shownPath, unsafeFile } from "../core/file_checks.ts";
import { unreadable } from "./init_files.ts";

/** Links on the way to one file. */
const MAX_LINKS = 16;

const ROOT = 0;

/** Whose links are followed, and where to. */
export interface Bounds {
  /** Absolute, by a path without links. */
  readonly home: string;
  /** Null where accounts have no numbers: there no link is followed. */
  readonly uid: number | null;
}

/**
 * The path without links.
 *
 * @param path Absolute; it need not be there.
 * @throws ToolError `FILE_UNSAFE` for a link of somebody else's, and for one that leads out of the home directory;
 * `FILE_UNREADABLE` when something on the way may not be looked at.
 *
 * @example
 * ```ts
 * import { placeOf } from "gatehouse/cli/init_place.ts";
 *
 * const home = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.mkdir(`${home}/dotfiles`);
 * await Deno.symlink("dotfiles/mcp.json", `${home}/mcp.json`);
 * const place = placeOf(`${home}/mcp.json`, { home, uid: Deno.uid() });
 * if (place !== `${home}/dotfiles/mcp.json`) throw new Error(place);
 * ```
 */
export function placeOf(path: string, { home, uid }: Bounds): string {
  if (uid === null) return withoutLink(path);
  const pending = parts(path);
  let at = "";
  let links = 0;
  let ownLink = false;
  for (let part = pending.shift(); part !== undefined; part = pending.shift()) {
    if (part === "..") {
      at = at.slice(0, at.lastIndexOf("/"));
      continue;
    }
    const next = `${at}/${part}`;
    const info = lstat(next);
    if (info?.isSymlink !== true) {
      at = next;
      continue;
    }
    if (++links > MAX_LINKS) throw refused(path, "more links lead to it than are followed");
    if (info.uid !== uid && info.uid !== ROOT) {
      throw refused(path, `${shownPath(next)} is a link of user ${info.uid}`);
    }
    ownLink ||= info.uid !== ROOT || uid === ROOT;
    const target = targetOf(next);
    if (target.startsWith("/")) at = "";
    pending.unshift(...parts(target));
  }
  if (ownLink && !at.startsWith(`${home}/`)) throw refused(path, "a link leads out of the home directory");
  return at;
}

function parts(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && part !== ".");
}

function withoutLink(path: string): string {
  if (lstat(path)?.isSymlink === true) throw refused(path, "it is a link");
  return path;
}

function refused(path: string, reason: string): Error {
  return unsafeFile(path, { reason, next: "Wire that client by hand" });
}

function targetOf(path: string): string {
  try {
    return Deno.readLinkSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

function lstat(path: string): Deno.FileInfo | null {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return null;
    throw unreadable(path, error);
  }
}
