/** Reads a JSON file that the command line names. */
import { oneLine } from "../core/bounds.ts";
import { usageError } from "./failure.ts";

/** Bytes of one file: 2 MiB, more than any answer has. */
const MAX_BYTES = 2_097_152;

/**
 * The value in the file.
 *
 * @param path Absolute.
 * @param options `what`: what the file should hold, for the message.
 * @throws ToolError `USAGE` when it cannot be read, is larger than 2 MiB, or is no JSON.
 *
 * @example
 * ```ts
 * import { readJson } from "gatehouse/cli/skills_file.ts";
 *
 * const code = await readJson("/nowhere.json", { what: "a plan" }).then(() => "", (error) => error.code);
 * if (code !== "USAGE") throw new Error(code);
 * ```
 */
export async function readJson(path: string, { what }: { readonly what: string }): Promise<unknown> {
  const shown = oneLine(path, 300);
  let bytes: Uint8Array;
  try {
    const { size, isFile } = await Deno.stat(path);
    if (!isFile || size > MAX_BYTES) throw usageError(`${shown} is too large, or no file`, `Name ${what}`);
    bytes = await Deno.readFile(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw usageError(`Could not read ${shown}: there is no such file`, `Name ${what}`);
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw usageError(`Could not read ${shown}: it is no JSON`, `Name ${what}`);
  }
}
