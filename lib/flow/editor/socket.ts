/**
 * Which socket may be spoken to. Whoever reaches an editor's socket can carry out any code as its user, and whoever
 * puts a socket of his own in its place can tell us what he likes: so it must be ours, and out of others' reach.
 */
import { dirname } from "node:path";
import { oneLine } from "../../core/bounds.ts";
import { ToolError } from "../../core/errors.ts";

/** Bytes of a socket's path: what `sun_path` holds on the narrower systems (unix(7), 104 on the BSDs). */
const MAX_PATH = 103;
const GROUP_OTHER = 0o077;

/**
 * Refuses what is no private Unix socket of ours.
 *
 * @param path Absolute.
 * @param uid The account that must own it; null where there are none.
 * @throws ToolError `EDITOR_SOCKET_REFUSED`, with the reason.
 *
 * @example
 * ```ts
 * import { checkSocket } from "gatehouse/flow/editor/socket.ts";
 *
 * let refused = "";
 * try {
 *   checkSocket("127.0.0.1:6666", 1000);
 * } catch (error) {
 *   refused = String(error);
 * }
 * if (!refused.includes("no absolute path")) throw new Error(refused);
 * ```
 */
export function checkSocket(path: string, uid: number | null): void {
  const problem = problemOf(path, uid);
  if (problem === null) return;
  throw new ToolError(
    "EDITOR_SOCKET_REFUSED",
    `Refused to use the editor's socket ${oneLine(path, 300)}: ${problem}`,
    { next: "Have the editor listen in a directory of mode 0700 that belongs to you" },
  );
}

/** What the worker may touch so that the editor can be reached. */
export interface EditorRights {
  readonly net: readonly string[];
  readonly read: readonly string[];
  readonly write: readonly string[];
}

/**
 * The rights that a connection to the socket takes, and the look at it before.
 *
 * The directory above counts only where it is private and ours; elsewhere the right to look at it would open what
 * others have put there, and would help nothing.
 *
 * @param socket Its absolute path; anything else gets no rights at all.
 *
 * @example
 * ```ts
 * import { editorRights } from "gatehouse/flow/editor/socket.ts";
 *
 * const directory = await Deno.makeTempDir();
 * const { read, write } = editorRights(`${directory}/nvim.sock`, Deno.uid());
 * if (write[0] !== `${directory}/nvim.sock` || read[1] !== directory) throw new Error("other rights");
 * if (editorRights("127.0.0.1:6666", Deno.uid()).net.length > 0) throw new Error("an address has none");
 * ```
 */
export function editorRights(socket: string, uid: number | null): EditorRights {
  if (spelling(socket) !== null) return { net: [], read: [], write: [] };
  const above = dirname(socket);
  const read = above !== "/" && isPrivate(above, uid) ? [socket, above] : [socket];
  return { net: [`unix:${socket}`], read, write: [socket] };
}

function problemOf(path: string, uid: number | null): string | null {
  const wrong = spelling(path);
  if (wrong !== null) return wrong;
  if (uid === null) return "this system has no owners to check";
  let info: Deno.FileInfo;
  try {
    info = Deno.lstatSync(path);
  } catch (error) {
    return error instanceof Deno.errors.NotFound ? "nothing is there" : "it cannot be looked at";
  }
  if (info.isSymlink) return "it is a link";
  if (info.isSocket !== true) return "it is no socket";
  if (info.uid !== uid) return `it belongs to user ${info.uid}, not to user ${uid}`;
  const open = info.mode === null || (info.mode & GROUP_OTHER) !== 0;
  if (!open || isPrivate(dirname(path), uid)) return null;
  return "neither it nor its directory is private: others have rights there";
}

function spelling(path: string): string | null {
  if (!path.startsWith("/") || path.includes("\0")) return "it is no absolute path";
  return new TextEncoder().encode(path).length > MAX_PATH
    ? `its path is longer than ${MAX_PATH} bytes`
    : null;
}

function isPrivate(directory: string, uid: number | null): boolean {
  try {
    const info = Deno.lstatSync(directory);
    return info.isDirectory && info.uid === uid && uid !== null && info.mode !== null &&
      (info.mode & GROUP_OTHER) === 0;
  } catch {
    return false;
  }
}
