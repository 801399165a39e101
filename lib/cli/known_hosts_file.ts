/** Adding to a known_hosts file: what stands in it stays as it is, byte for byte. */
import { ToolError } from "../core/errors.ts";
import { checkFile, inspectPath, shownPath, unsafeFile } from "../core/file_checks.ts";
import { createPrivate } from "../core/file_writes.ts";

const TRUSTED = { private: false };

const LINE_FEED = 10;

/**
 * Puts lines at the end of the file; makes it, and the directory it stands in, when they are not there.
 *
 * @param path Absolute.
 * @param lines Without line ends.
 * @throws ToolError `FILE_UNSAFE` for a link, or a file that others may write to; `FILE_UNWRITABLE`.
 *
 * @example
 * ```ts
 * import { addToKnownHosts } from "gatehouse/cli/known_hosts_file.ts";
 *
 * const path = `${await Deno.realPath(await Deno.makeTempDir())}/known_hosts`;
 * addToKnownHosts(path, ["a.example ssh-ed25519 AAAA"]);
 * if (await Deno.readTextFile(path) !== "a.example ssh-ed25519 AAAA\n") throw new Error("other lines");
 * ```
 */
export function addToKnownHosts(path: string, lines: readonly string[]): void {
  const text = lines.map((line) => `${line}\n`).join("");
  try {
    add(path, text);
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const why = error instanceof Error && "code" in error ? ` (${error.code})` : "";
    throw new ToolError("FILE_UNWRITABLE", `Could not add to ${shownPath(path)}${why}`, {
      next: "Check the rights of the file and of the directories above it",
      cause: error,
    });
  }
}

function add(path: string, text: string): void {
  const encoder = new TextEncoder();
  const seen = infoOf(path);
  if (seen === null) {
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")) || "/", { recursive: true, mode: 0o700 });
    return createPrivate(path, encoder.encode(text));
  }
  checkFile(path, seen, { demands: TRUSTED });
  using file = Deno.openSync(path, { read: true, append: true });
  const opened = file.statSync();
  if (opened.dev !== seen.dev || opened.ino !== seen.ino) {
    throw unsafeFile(path, { reason: "it was replaced while it was being opened", next: "Try again" });
  }
  const bytes = encoder.encode(endsALine(file, opened.size) ? text : `\n${text}`);
  for (let sent = 0; sent < bytes.length;) sent += file.writeSync(bytes.subarray(sent));
  file.syncSync();
}

function infoOf(path: string): Deno.FileInfo | null {
  try {
    return inspectPath(path, TRUSTED);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

function endsALine(file: Deno.FsFile, size: number): boolean {
  if (size === 0) return true;
  const last = new Uint8Array(1);
  file.seekSync(size - 1, Deno.SeekMode.Start);
  return file.readSync(last) === 1 && last[0] === LINE_FEED;
}
