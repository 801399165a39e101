/** Reading and replacing a client's configuration, with a copy of what it was. */
import { ToolError } from "../core/errors.ts";
import { shownPath, unsafeFile } from "../core/file_checks.ts";
import { unwritable } from "../core/file_writes.ts";

/** Bytes that a configuration may have; Claude Code keeps much else in its own. */
const MAX_BYTES = 33_554_432;

const GROUP_OTHER = 0o077;

/** Copies that are looked for beside one file. */
const MAX_COPIES = 1_000;

/**
 * What the file holds; null when there is none.
 *
 * @param path Absolute, without links.
 * @throws ToolError `FILE_UNSAFE` when it is no regular file, belongs to somebody else, has a second name, is too large or
 * no UTF-8.
 *
 * @example
 * ```ts
 * import { readOwn } from "gatehouse/cli/init_files.ts";
 *
 * if (readOwn("/nowhere/mcp.json") !== null) throw new Error("read from nothing");
 * ```
 */
export function readOwn(path: string): string | null {
  const info = infoOf(path);
  if (info === null) return null;
  const refuse = (reason: string) => unsafeFile(path, { reason, next: "Wire that client by hand" });
  if (!info.isFile) throw refuse("it is no regular file");
  if (info.uid !== null && info.uid !== Deno.uid()) throw refuse(`it belongs to user ${info.uid}`);
  // A file is replaced as a whole, and its other name would keep the old one.
  if ((info.nlink ?? 1) > 1) throw refuse(`it has ${info.nlink} names (hard links)`);
  if (info.size > MAX_BYTES) throw refuse(`it has more than ${MAX_BYTES} bytes`);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Deno.readFileSync(path));
  } catch (error) {
    if (error instanceof TypeError) throw refuse("it is no UTF-8");
    throw unreadable(path, error);
  }
}

/**
 * Puts a text in the file's place, or takes the file away, with a copy of what it was beside it.
 *
 * Whoever reads meanwhile gets the old text or the new one. Rights stay what they were; a new file is private.
 *
 * @param path Absolute, without links.
 * @param options `before`: what it is known to hold; null for no file. `after`: null for no file.
 * @returns The path of the copy; null when there was nothing to copy.
 * @throws ToolError `FILE_CHANGED` when it holds something else by now, `FILE_UNWRITABLE`, `FILE_UNSAFE`.
 *
 * @example
 * ```ts
 * import { replaceOwn } from "gatehouse/cli/init_files.ts";
 *
 * const path = `${await Deno.realPath(await Deno.makeTempDir())}/mcp.json`;
 * await Deno.writeTextFile(path, "old");
 * const copy = replaceOwn(path, { before: "old", after: "new" });
 * if (copy !== `${path}.gatehouse-backup-1` || await Deno.readTextFile(copy) !== "old") throw new Error("no copy");
 * ```
 */
export function replaceOwn(
  path: string,
  { before, after }: { readonly before: string | null; readonly after: string | null },
): string | null {
  const directory = path.slice(0, path.lastIndexOf("/")) || "/";
  try {
    if (before === null) Deno.mkdirSync(directory, { recursive: true, mode: 0o700 });
    checkWay(path, directory);
    const info = infoOf(path);
    const mode = info === null ? 0o600 : (info.mode ?? 0o600) & 0o777;
    checkSame(path, before);
    const copy = before === null ? null : copied(path, { text: before, mode });
    if (after === null) {
      checkSame(path, before);
      Deno.removeSync(path);
    } else place(path, { text: after, mode, group: info?.gid ?? null, check: () => checkSame(path, before) });
    sync(directory);
    return copy;
  } catch (error) {
    if (error instanceof ToolError) throw error;
    // Of what is made here, only directories have names that others choose.
    if (!(error instanceof Deno.errors.AlreadyExists)) throw unwritable(path, error);
    throw new ToolError(
      "FILE_UNWRITABLE",
      `Could not write ${shownPath(path)}: a file stands in its directory's place`,
      {
        next: "Move that file away",
      },
    );
  }
}

/**
 * The texts of the copies beside the file, the newest first.
 *
 * @example
 * ```ts
 * import { copiesOf } from "gatehouse/cli/init_files.ts";
 *
 * if (copiesOf("/nowhere/mcp.json").length !== 0) throw new Error("copies of nothing");
 * ```
 */
export function copiesOf(path: string): readonly string[] {
  const texts: string[] = [];
  for (let count = 1; count <= MAX_COPIES; count++) {
    const name = copyName(path, count);
    if (infoOf(name) === null) break;
    try {
      texts.unshift(readOwn(name) ?? "");
    } catch {
      // What is no copy of ours tells nothing.
    }
  }
  return texts;
}

function copyName(path: string, count: number): string {
  return `${path}.gatehouse-backup-${count}`;
}

function copied(path: string, { text, mode }: { readonly text: string; readonly mode: number }): string {
  const rights = (mode & GROUP_OTHER) === 0 ? 0o600 : mode;
  for (let count = 1; count <= MAX_COPIES; count++) {
    try {
      writeNew(copyName(path, count), { text, mode: rights });
      return copyName(path, count);
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    }
  }
  throw new ToolError("FILE_UNWRITABLE", `Could not copy ${shownPath(path)}: too many copies beside it`, {
    next: "Move the old copies away",
  });
}

function place(
  path: string,
  { text, mode, group, check }: {
    readonly text: string;
    readonly mode: number;
    readonly group: number | null;
    readonly check: () => void;
  },
): void {
  const fresh = `${path}.${crypto.randomUUID().slice(0, 8)}.new`;
  try {
    writeNew(fresh, { text, mode: 0o600 });
    if (Deno.build.os !== "windows") Deno.chmodSync(fresh, keepsGroup(fresh, group) ? mode : mode & ~0o070);
    check();
    Deno.renameSync(fresh, path);
  } catch (error) {
    if (infoOf(fresh) !== null) Deno.removeSync(fresh);
    throw error;
  }
}

/** A group that cannot be kept gets no rights: those were another group's. */
function keepsGroup(path: string, group: number | null): boolean {
  if (group === null || infoOf(path)?.gid === group) return true;
  try {
    Deno.chownSync(path, null, group);
    return true;
  } catch {
    return false;
  }
}

/** While a person reads what is shown, a link may have come where a directory was. */
function checkWay(path: string, directory: string): void {
  if (Deno.build.os !== "windows" && Deno.realPathSync(directory) !== directory) throw changed(path);
}

function checkSame(path: string, before: string | null): void {
  if (readOwn(path) !== before) throw changed(path);
}

function changed(path: string): ToolError {
  return new ToolError("FILE_CHANGED", `Did not write ${shownPath(path)}: somebody changed it meanwhile`, {
    next: "Run gatehouse init again",
  });
}

function writeNew(path: string, { text, mode }: { readonly text: string; readonly mode: number }): void {
  using file = Deno.openSync(path, { write: true, createNew: true, mode });
  const bytes = new TextEncoder().encode(text);
  try {
    for (let at = 0; at < bytes.byteLength;) at += file.writeSync(bytes.subarray(at));
    file.syncSync();
  } catch (error) {
    Deno.removeSync(path);
    throw error;
  }
}

/** Some file systems cannot sync a directory. */
function sync(directory: string): void {
  try {
    using file = Deno.openSync(directory, { read: true });
    file.syncSync();
  } catch {
    // The file itself is synced already.
  }
}

function infoOf(path: string): Deno.FileInfo | null {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return null;
    throw unreadable(path, error);
  }
}

/**
 * What the system said when it was to look at the file or a directory above it: `FILE_UNREADABLE`.
 *
 * @param path As it is to be shown.
 *
 * @example
 * ```ts
 * import { unreadable } from "gatehouse/cli/init_files.ts";
 *
 * const denied = Object.assign(new Error("No"), { code: "EACCES" });
 * if (unreadable("a.json", denied).message !== "Could not read a.json (EACCES)") throw new Error("other words");
 * ```
 */
export function unreadable(path: string, error: unknown): ToolError {
  const code = error instanceof Error && "code" in error ? ` (${error.code})` : "";
  return new ToolError("FILE_UNREADABLE", `Could not read ${shownPath(path)}${code}`, {
    next: "Check the rights of the file and of the directories above it",
    cause: error,
  });
}
