/**
 * The file tools, carried out through the editor, so that its buffers and the disk stay the same. Every check of the
 * workspace comes first; what the editor does not do is not done on disk instead.
 */
import type { Editor } from "../editor/editor.ts";
import type { ToolResult } from "../types.ts";
import { replaced } from "../workspace/replace.ts";
import { countLines, linesOf } from "../workspace/text.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { DiskFiles, rangeIn, textIn } from "./disk_files.ts";
import type { Files } from "./offered.ts";

type Args = Readonly<Record<string, unknown>>;

/** Bytes of one read. */
const MAX_BYTES = 262_144;

/** Reading and writing through an editor; listing and searching on disk. */
export class EditorFiles implements Files {
  readonly #workspace: Workspace;
  readonly #editor: Editor;
  readonly #disk: DiskFiles;

  /** @param workspace Admits and notes. @param editor Reads and writes. */
  constructor(workspace: Workspace, editor: Editor) {
    this.#workspace = workspace;
    this.#editor = editor;
    this.#disk = new DiskFiles(workspace);
  }

  async read(args: Args, signal: AbortSignal): Promise<ToolResult> {
    const path = textIn(args, "path");
    const result = await this.#read(path, signal);
    const { content } = result;
    if (result.status !== "ok" || typeof content !== "string") return result;
    const { offset, limit } = rangeIn(args);
    if (offset === undefined && limit === undefined) {
      return { ...result, total_lines: countLines(content) };
    }
    const first = offset ?? 1;
    const lines = first < 1 || (limit ?? 1) < 1
      ? null
      : linesOf(content, { offset: first, limit: limit ?? Infinity, maxBytes: MAX_BYTES });
    if (lines === null || first > Math.max(1, lines.total_lines)) {
      return { status: "error", error: `The file has ${countLines(content)} lines, counted from 1` };
    }
    return { ...result, ...lines };
  }

  list(args: Args, signal: AbortSignal): Promise<ToolResult> {
    return this.#disk.list(args, signal);
  }

  search(args: Args, signal: AbortSignal): Promise<ToolResult> {
    return this.#disk.search(args, signal);
  }

  async write(args: Args, signal: AbortSignal): Promise<ToolResult> {
    return await this.#write(textIn(args, "path"), textIn(args, "content"), { signal });
  }

  async edit(args: Args, signal: AbortSignal): Promise<ToolResult> {
    const path = textIn(args, "path");
    const { expected_occurrences: expected = 1 } = args;
    const result = await this.#read(path, signal);
    const { content } = result;
    if (result.status !== "ok" || typeof content !== "string") return result;
    const change = replaced(content, {
      old: textIn(args, "old"),
      new: textIn(args, "new"),
      expected: Number(expected),
    });
    if ("problem" in change) return { status: "error", error: change.problem };
    const written = await this.#write(path, change.text, { signal });
    return written.status === "ok" ? { ...written, occurrences: expected } : written;
  }

  async #read(path: string, signal: AbortSignal): Promise<ToolResult> {
    return this.#workspace.admit(path, "read") ?? await this.#editor.read(path, signal);
  }

  async #write(
    path: string,
    content: string,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<ToolResult> {
    const refused = this.#workspace.admit(path, "write", { content });
    if (refused !== null) return refused;
    const result = await this.#editor.write(path, content, signal);
    // An editor that did not answer in time may have written all the same, and a changed file must not go unreported.
    if (result.status !== "ok" && !this.#holds(path, content)) return result;
    this.#workspace.noteWritten(path);
    return result.status === "ok" ? { ...result, revision: this.#workspace.revision } : result;
  }

  #holds(path: string, content: string): boolean {
    const bytes = this.#workspace.bytes(path);
    return bytes !== null && new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) === content;
  }
}
