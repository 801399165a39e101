/**
 * Reading and writing through the editor, so that a loaded buffer and the disk stay the same. There is no second way:
 * what the editor does not do is not done.
 */
import { sha256 as sha256Of } from "../../core/approval.ts";
import { oneLine } from "../../core/bounds.ts";
import { isRecord } from "../../core/record.ts";
import type { ToolResult } from "../types.ts";
import { readAnswer } from "./answer.ts";

/** Bytes of one file, as for the tools that work without an editor. */
const MAX_BYTES = 262_144;
const MAX_KNOWN = 1_000;

/** Asks one of the editor's two file tools; the answer as it came. */
export type Ask = (
  name: "file_read" | "file_write",
  args: Readonly<Record<string, unknown>>,
) => Promise<unknown>;

/** The files that went through the editor. */
export class BridgedFiles {
  /** SHA-256 of each file as it was last seen, the longest unseen first. */
  readonly #seen = new Map<string, string>();

  /** The file's text, from its buffer when it is loaded. */
  async read(given: string, ask: Ask): Promise<ToolResult> {
    const path = shortest(given);
    const answer = await ask("file_read", { path });
    const result = readAnswer("file_read", answer);
    if (result.status !== "ok") {
      this.#seen.delete(path);
      return result;
    }
    const problem = otherPath(path, result);
    if (problem !== null) return problem;
    const content = contentOf(answer);
    if (typeof content !== "string") return content;
    const sha256 = await sha256Of(content);
    this.#know(path, sha256);
    const { source, modified } = result;
    return {
      status: "ok",
      path,
      content,
      bytes: byteLength(content),
      sha256,
      ...(source === "buffer" || source === "disk" ? { source } : {}),
      ...(typeof modified === "boolean" ? { modified } : {}),
    };
  }

  /**
   * Writes the whole file.
   *
   * @param options `checksHash`: the editor compares the file with the one that was read.
   */
  async write(
    given: string,
    content: string,
    { ask, checksHash }: { ask: Ask; checksHash: boolean },
  ): Promise<ToolResult> {
    const path = shortest(given);
    const bytes = byteLength(content);
    if (bytes > MAX_BYTES) return tooLarge(bytes);
    if (content.includes("\0") || !content.isWellFormed()) {
      return { status: "error", error: "The content is no text: it holds a NUL or half a character" };
    }
    const sha256 = await sha256Of(content);
    const before = checksHash ? this.#seen.get(path) : undefined;
    const expected = before === undefined ? {} : { expected_sha256: before };
    const result = readAnswer("file_write", await ask("file_write", { path, content, ...expected }));
    if (result.status !== "ok") return result;
    const problem = otherPath(path, result);
    if (problem !== null) return problem;
    if ((result["sha256"] ?? sha256) !== sha256 || (result["bytes"] ?? bytes) !== bytes) {
      this.#seen.delete(path);
      return { status: "error", error: `The editor says that it wrote something else to ${shown(path)}` };
    }
    this.#know(path, sha256);
    return { status: "ok", path, bytes, sha256 };
  }

  #know(path: string, sha256: string): void {
    this.#seen.delete(path);
    this.#seen.set(path, sha256);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > MAX_KNOWN && oldest !== undefined) this.#seen.delete(oldest);
  }
}

/** The text exactly as it is, or why it is none: a character put in for a broken one would be written back. */
function contentOf(answer: unknown): string | ToolResult {
  const content = isRecord(answer) ? answer["content"] : undefined;
  if (!(content instanceof Uint8Array)) {
    return { status: "error", error: "The editor's answer has no content" };
  }
  if (content.length > MAX_BYTES) return tooLarge(content.length);
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
    if (!text.includes("\0")) return text;
  } catch {
    // Told below.
  }
  return { status: "error", error: "The file is no UTF-8 text" };
}

function otherPath(path: string, { path: other }: ToolResult): ToolResult | null {
  if (other === undefined || other === path) return null;
  return {
    status: "error",
    error: `The editor answered for ${shown(other)}, not for ${shown(path)}`,
  };
}

/** `./a//b` is `a/b`, as the editor spells it. */
function shortest(path: string): string {
  return path.split("/").filter((part) => part !== "" && part !== ".").join("/");
}

function shown(path: unknown): string {
  return oneLine(typeof path === "string" ? path : "no path", 300);
}

function tooLarge(bytes: number): ToolResult {
  return { status: "error", error: `The file has ${bytes} bytes, more than ${MAX_BYTES}` };
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
