/** Reads a text file that the command line names. */
import { oneLine } from "../core/bounds.ts";
import { usageError } from "./failure.ts";

/** Bytes of one file: 2 MiB, more than any answer has. */
const MAX_BYTES = 2_097_152;

/**
 * The text in the file.
 *
 * @param path Absolute.
 * @param options `what`: what the file should hold, for the message.
 * @throws ToolError `USAGE` when it cannot be read, is larger than 2 MiB, or is no UTF-8.
 *
 * @example
 * ```ts
 * import { readText } from "gatehouse/cli/skills_file.ts";
 *
 * const code = await readText("/nowhere.json", { what: "a plan" }).then(() => "", (error) => error.code);
 * if (code !== "USAGE") throw new Error(code);
 * ```
 */
export async function readText(path: string, { what }: { readonly what: string }): Promise<string> {
  const refuse = (why: string) =>
    usageError(`Could not read ${oneLine(path, 300)}: ${why}`, `Name the file of ${what}`);
  let bytes: Uint8Array;
  try {
    // Looked at before it is opened: a pipe would wait for somebody to write.
    if (!(await Deno.stat(path)).isFile) throw refuse("it is no file");
    using file = await Deno.open(path, { read: true });
    bytes = await head(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw refuse("there is no such file");
    // What the system says has the path in it again, unescaped.
    throw error instanceof Error && "code" in error && error.code !== "USAGE"
      ? refuse(`the system says ${oneLine(String(error.code), 40)}`)
      : error;
  }
  if (bytes.byteLength > MAX_BYTES) throw refuse(`it has more than ${MAX_BYTES} bytes`);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refuse("it is no text in UTF-8");
  }
}

/** One byte more than a file may have, at most: what the system says of its size may be of a moment ago, or nothing. */
async function head(file: Deno.FsFile): Promise<Uint8Array> {
  const buffer = new Uint8Array(MAX_BYTES + 1);
  let filled = 0;
  for (let count: number | null = 0; count !== null && filled < buffer.length; filled += count ?? 0) {
    count = await file.read(buffer.subarray(filled));
  }
  return buffer.subarray(0, filled);
}
