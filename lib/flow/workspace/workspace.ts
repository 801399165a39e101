/**
 * The workspace: the one place through which a run reads and writes files.
 *
 * What a model asked for never throws; it is answered with a result. The root is the directory of the start, by device,
 * inode and time of birth; once another stands in its place, everything is answered with `stale`. All calls are synchronous, so that
 * nothing of the same process comes between look and write.
 */
import { ToolError } from "../../core/errors.ts";
import { DirectoryView } from "../../core/rooted_files.ts";
import { openAtOnce } from "../../core/rooted_files_open.ts";
import { checkRegular, FileProblem, markOf } from "../../core/rooted_files_walk.ts";
import { makeDirectoryInside, missingDirectories, writeInside } from "../../core/rooted_files_write.ts";
import type { ToolResult } from "../types.ts";
import type { Journal } from "../undo/journal.ts";
import { MAX_IMAGE_BYTES } from "../undo/store.ts";
import { partsOf, shown } from "./paths.ts";
import { newPlaceholders } from "./placeholders.ts";
import { Protection } from "./protected.ts";
import { replaced } from "./replace.ts";
import { countLines, linesOf, textOf } from "./text.ts";

/** Bytes of one read and one write. */
const MAX_BYTES = 262_144;

/** Bytes of a file of which some lines can be read. */
const MAX_RANGED_BYTES = 16 * 1_048_576;

const TEMPORARY = ".flow-write-";

/** What a workspace is made of. */
export interface WorkspaceOptions {
  /** Absolute real path. */
  readonly root: string;
  /** Files may be written. */
  readonly trusted: boolean;
  /** Absolute paths of files and directories that are never written. */
  readonly ownFiles: readonly string[];
  /** Whether the operator protects a path, relative to the root. */
  readonly isProtected: (path: string) => boolean;
}

/** What stands at a path. */
interface Seen {
  /** In the shortest spelling. */
  readonly path: string;
  readonly info: Deno.FileInfo | null;
  readonly bytes: Uint8Array | null;
}

/** Ends an operation with a result. */
class Refusal extends Error {}

/** A workspace in this process. */
export class Workspace {
  readonly root: string;
  readonly trusted: boolean;
  readonly #mark: string;
  readonly #born: string;
  readonly #protection: Protection;
  readonly #changed = new Set<string>();
  #revision = 0;
  #journal: Journal | null = null;

  /** @throws ToolError `WORKSPACE_UNUSABLE` when the root is no directory that can be seen. */
  constructor({ root, trusted, ...protection }: WorkspaceOptions) {
    this.root = root;
    this.trusted = trusted;
    this.#protection = new Protection(root, protection);
    const seen = seenRoot(root);
    if (seen === null) {
      throw new ToolError(
        "WORKSPACE_UNUSABLE",
        `The workspace ${shown(root)} is no directory that can be seen`,
        {
          next: "Name a directory by its real path, without links",
        },
      );
    }
    this.#mark = seen.mark;
    this.#born = seen.born;
  }

  /** Successful writes of this process so far. */
  get revision(): number {
    return this.#revision;
  }

  /** Paths written since `begin`, sorted. */
  get changed(): readonly string[] {
    return [...this.#changed].sort();
  }

  /**
   * Begins a run: nothing is changed yet.
   *
   * @param journal Keeps what the run's files were; null when they need not be kept. Whoever made it disposes of it.
   */
  begin(journal: Journal | null): void {
    this.#journal = journal;
    this.#changed.clear();
  }

  /** Why the root is not the one of the start; null while it is. */
  stale(): string | null {
    const seen = seenRoot(this.root);
    if (seen?.mark === this.#mark && seen.born === this.#born) return null;
    const what = seen === null
      ? "is gone or is no directory any more"
      : "is another directory than at the start";
    return `The workspace ${what}: start again`;
  }

  /**
   * A text file, or some of its lines. `bytes` and `total_lines` are the whole file's; with `offset` or `limit` the answer
   * says as well where it begins, how many lines it has, and with `next_offset` where to read on, null at the end.
   *
   * @param range `offset`: the first line, from 1. `limit`: lines at most.
   */
  read(
    path: string,
    { offset, limit }: { readonly offset?: number; readonly limit?: number } = {},
  ): ToolResult {
    return this.#answer(() => {
      const isRanged = offset !== undefined || limit !== undefined;
      const name = nameOf(path);
      for (const [key, value] of Object.entries({ offset, limit })) {
        if (value !== undefined && (!Number.isSafeInteger(value) || value < 1)) {
          throw new Refusal(`${key} must be a whole number from 1`);
        }
      }
      const { info, bytes } = this.#seen(name, isRanged ? MAX_RANGED_BYTES : MAX_BYTES);
      if (info === null || bytes === null) throw new Refusal(`${shown(name)} does not exist`);
      const text = textOf(bytes);
      if (text === null) throw new Refusal(`${shown(name)} is no UTF-8 text: only text can be read`);
      const whole = { status: "ok", path: name, bytes: bytes.byteLength } as const;
      if (!isRanged) return { ...whole, content: text, total_lines: countLines(text) };
      const first = offset ?? 1;
      const lines = linesOf(text, { offset: first, limit: limit ?? Infinity, maxBytes: MAX_BYTES });
      if (lines === null) {
        throw new Refusal(`Line ${first} of ${shown(name)} has more than ${MAX_BYTES} bytes`);
      }
      if (first > Math.max(1, lines.total_lines)) {
        throw new Refusal(`${shown(name)} has ${lines.total_lines} lines, and line ${first} was asked for`);
      }
      return { ...whole, ...lines };
    });
  }

  /** Puts a whole file in place, and the directories above it. */
  write(path: string, content: string): ToolResult {
    return this.#answer(() => {
      const seen = this.#writable(path);
      return this.#put(seen, content);
    });
  }

  /** Replaces a passage that occurs exactly as often as expected. */
  edit(
    path: string,
    change: { readonly old: string; readonly new: string; readonly expected_occurrences?: number },
  ): ToolResult {
    return this.#answer(() => {
      const seen = this.#writable(path);
      if (seen.bytes === null) throw new Refusal(`${shown(seen.path)} does not exist: write it as a whole`);
      if (seen.bytes.byteLength > MAX_BYTES) {
        throw new Refusal(`${shown(seen.path)} has ${seen.bytes.byteLength} bytes, more than can be edited`);
      }
      const text = textOf(seen.bytes);
      if (text === null) throw new Refusal(`${shown(seen.path)} is no UTF-8 text: only text can be edited`);
      const expected = change.expected_occurrences ?? 1;
      const result = replaced(text, { old: change.old, new: change.new, expected });
      if ("problem" in result) throw new Refusal(result.problem);
      return { ...this.#put(seen, result.text), occurrences: expected };
    });
  }

  /**
   * Everything that `read` and `write` do before and besides reading and writing, for somebody who does that in their
   * place: null when they may. For a write, the file as it is is kept and the directories above it are made.
   *
   * @param options `content`: what will be written, where it is known.
   */
  admit(
    path: string,
    to: "read" | "write",
    { content }: { readonly content?: string } = {},
  ): ToolResult | null {
    const admitted = this.#answer(() => {
      if (to === "read") {
        const { info } = this.#inspect(nameOf(path));
        if (info !== null && info.size > MAX_BYTES) throw new Refusal(tooLarge(path, info.size, MAX_BYTES));
        return { status: "ok" };
      }
      const seen = this.#writable(path);
      const bytes = content === undefined ? null : this.#checked(seen, content);
      this.#prepare(seen, bytes);
      return { status: "ok" };
    });
    return admitted.status === "ok" ? null : admitted;
  }

  /** Counts a write that somebody else did after `admit`. */
  noteWritten(path: string): void {
    const parted = partsOf(path, { of: "file" });
    if ("refused" in parted) return;
    const name = parted.components.join("/");
    this.#note(name);
    this.#settle(name, this.bytes(name) ?? undefined);
  }

  /**
   * A check is about to run: what it makes of the run's files is of the run, so that undo finds them as they were left.
   *
   * @returns To be called when the check has ended.
   */
  checkBegins(): () => void {
    const journal = this.#journal;
    // What somebody else has changed by now stays theirs.
    const asLeft = this.changed.filter((path) => journal?.isAsLeft(path, this.bytes(path)) === true);
    return () => {
      for (const path of asLeft) {
        const bytes = this.bytes(path);
        if (journal === this.#journal && journal?.isAsLeft(path, bytes) === false) {
          this.#settle(path, bytes ?? undefined);
        }
      }
    };
  }

  /** What a file holds; null when it is no file that may be read, or has more than 4 MiB. */
  bytes(path: string): Uint8Array | null {
    try {
      return this.#seen(nameOf(path), MAX_IMAGE_BYTES).bytes;
    } catch (error) {
      if (error instanceof Refusal || error instanceof FileProblem) return null;
      throw error;
    }
  }

  #put(seen: Seen, content: string): ToolResult {
    const { path } = seen;
    const bytes = this.#checked(seen, content);
    this.#prepare(seen, bytes);
    writeInside(this.root, path, { bytes, root: this.#mark, before: seen.info, temporary: TEMPORARY });
    this.#note(path);
    this.#settle(path, bytes);
    const old = seen.bytes?.byteLength ?? 0;
    const warning = `The file had ${old} bytes and has ${bytes.byteLength} now: was all of that to go?`;
    return {
      status: "ok",
      path,
      bytes: bytes.byteLength,
      revision: this.#revision,
      ...(bytes.byteLength * 2 < old ? { warning } : {}),
    };
  }

  /** What is to be written, when it may be. */
  #checked({ bytes: old }: Seen, content: string): Uint8Array<ArrayBuffer> {
    if (content.includes("\0") || !content.isWellFormed()) {
      throw new Refusal("The content is no text: it holds a NUL or half a character");
    }
    const bytes = new TextEncoder().encode(content);
    if (bytes.byteLength > MAX_BYTES) {
      throw new Refusal(`The content has ${bytes.byteLength} bytes, and a file may have ${MAX_BYTES}`);
    }
    const [found] = newPlaceholders(content, old === null ? "" : textOf(old) ?? "");
    if (found === undefined) return bytes;
    throw new Refusal(
      `Line ${found.line} stands for code that was left out (${shown(found.text)}), and would replace it: ` +
        `write the whole file, or replace single passages with file_edit`,
    );
  }

  /** What must be so before a file is written: it is kept as it is, and the directories above it are there. */
  #prepare({ path, info, bytes: old }: Seen, bytes: Uint8Array | null): void {
    const directories = missingDirectories(this.root, path);
    const present = info === null || old === null ? null : { bytes: old, mode: info.mode ?? 0o644 };
    this.#journal?.before(path, { present, directories, bytes });
    for (const directory of directories) makeDirectoryInside(this.root, directory, { root: this.#mark });
  }

  #note(path: string): void {
    this.#revision++;
    this.#changed.add(path);
  }

  /** Notes what a file holds now. Where that fails, what was noted before the write still serves. */
  #settle(path: string, bytes: Uint8Array | undefined): void {
    try {
      this.#journal?.after(path, bytes);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
    }
  }

  /** What stands at a path that may be written. */
  #writable(path: string): Seen {
    const name = nameOf(path);
    if (!this.trusted) throw new Refusal("Files may not be written: the workspace is not trusted");
    const { info } = this.#inspect(name);
    const problem = this.#protection.problem(name, info);
    if (problem !== null) throw new Refusal(`${shown(name)} ${problem}`);
    return this.#seen(name, MAX_IMAGE_BYTES);
  }

  #inspect(name: string): { readonly info: Deno.FileInfo | null; readonly view: DirectoryView } {
    const view = new DirectoryView(this.root, undefined, { open: openAtOnce });
    if (markOf(view.inspect("")) !== this.#mark) throw new Refusal("The workspace was replaced");
    try {
      const info = view.inspect(name);
      checkRegular(name, info);
      return { info, view };
    } catch (error) {
      if (error instanceof FileProblem && error.code === "MISSING") return { info: null, view };
      throw error;
    }
  }

  #seen(name: string, maxBytes: number): Seen {
    const { info, view } = this.#inspect(name);
    if (info === null) return { path: name, info, bytes: null };
    if (info.size > maxBytes) throw new Refusal(tooLarge(name, info.size, maxBytes));
    return { path: name, info, bytes: view.read(name, { maxBytes }) };
  }

  #answer(act: () => ToolResult): ToolResult {
    const before = this.stale();
    if (before !== null) return { status: "stale", error: before };
    try {
      return act();
    } catch (error) {
      const isKnown = error instanceof Refusal || error instanceof FileProblem || error instanceof ToolError;
      if (!isKnown) throw error;
      const stale = this.stale();
      if (stale !== null) return { status: "stale", error: stale };
      return { status: "error", error: error instanceof ToolError ? error.line : error.message };
    }
  }
}

/** The path in its shortest spelling. */
function nameOf(path: string): string {
  const parted = partsOf(path, { of: "file" });
  if ("components" in parted) return parted.components.join("/");
  throw new Refusal(path === "" ? "The path is empty" : `The path ${shown(path)} ${parted.refused}`);
}

/** Why a file is not read, or not written over. */
function tooLarge(path: string, bytes: number, maxBytes: number): string {
  const sizes = `${shown(path)} has ${bytes} bytes, more than ${maxBytes}`;
  return maxBytes === MAX_BYTES
    ? `${sizes}: read a part of it with offset and limit, which count lines`
    : sizes;
}

/** A directory that takes a removed one's place may get its inode, and then differs in the time of its making alone. */
function seenRoot(root: string): { readonly mark: string; readonly born: string } | null {
  try {
    const info = Deno.lstatSync(root);
    if (!info.isDirectory || info.isSymlink) return null;
    return { mark: markOf(info), born: String(info.birthtime?.getTime()) };
  } catch {
    return null;
  }
}
