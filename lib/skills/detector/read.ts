/** Reads a found file of a target, whole or its head, as text. */
import { readInside } from "../../core/rooted_files.ts";
import { FileProblem } from "../../core/rooted_files_walk.ts";
import { attempt } from "./attempt.ts";
import { type FoundFile, recheckFile } from "./walk.ts";

/**
 * The bytes of the file; with `cut` no more than the first `maxBytes`.
 *
 * @returns Null where the file is larger, without `cut`.
 * @throws Blocked where it is not the file that was found, or cannot be read.
 *
 * @example
 * ```ts
 * import { lowerLimits } from "gatehouse/skills/detector/limits.ts";
 * import { readFound } from "gatehouse/skills/detector/read.ts";
 * import { walkTarget } from "gatehouse/skills/detector/walk.ts";
 *
 * const target = await Deno.realPath(await Deno.makeTempFile());
 * await Deno.writeTextFile(target, "use a;");
 * const tree = walkTarget(target, lowerLimits({}));
 * const [file] = tree?.files ?? [];
 * if (!file) throw new Error("not found");
 * if (readFound(file, { maxBytes: 3, cut: true })?.byteLength !== 3) throw new Error("not cut");
 * ```
 */
export function readFound(
  file: FoundFile,
  options: { readonly maxBytes: number; readonly cut: boolean },
): Uint8Array | null {
  recheckFile(file);
  // What was seen on the walk is what must be opened.
  const read = () =>
    file.folder === null ? readInside(file.place, "", options) : file.folder.view.read(file.name, options);
  return attempt("READ_ERROR", () => {
    try {
      return read();
    } catch (error) {
      if (error instanceof FileProblem && error.code === "TOO_LARGE") return null;
      throw error;
    }
  });
}

/**
 * Source text: a byte order mark stays out, bytes that are no UTF-8 stay visible as U+FFFD, so that none joins two
 * words, and bytes that hold a NUL are no text at all.
 *
 * @example
 * ```ts
 * import { sourceText } from "gatehouse/skills/detector/read.ts";
 *
 * if (sourceText(new Uint8Array([0x61, 0xff, 0x62])) !== "a\ufffdb") throw new Error("joined");
 * if (sourceText(new Uint8Array([0x61, 0])) !== "") throw new Error("binary");
 * ```
 */
export function sourceText(bytes: Uint8Array): string {
  return bytes.includes(0) ? "" : new TextDecoder().decode(bytes);
}
