/** Reads a found file of a target, whole or its head, as text. */
import { FileProblem, readInside } from "../files.ts";
import { attempt } from "./attempt.ts";
import { Blocked } from "./blocked.ts";
import { type FoundFile, recheckFile, type Tree, whereIs } from "./walk.ts";

/**
 * The bytes of the file; with `cut` no more than the first `maxBytes`.
 *
 * @returns Null where the file is larger, without `cut`.
 * @throws Blocked where it is not the file that was found, or cannot be read.
 *
 * @example
 * ```ts
 * import { DETECTOR_LIMITS } from "gatehouse/skills/detector/limits.ts";
 * import { readFound } from "gatehouse/skills/detector/read.ts";
 * import { walkTarget } from "gatehouse/skills/detector/walk.ts";
 *
 * const target = await Deno.realPath(await Deno.makeTempFile());
 * await Deno.writeTextFile(target, "use a;");
 * const tree = walkTarget(target, DETECTOR_LIMITS);
 * const [file] = tree?.files ?? [];
 * if (!tree || !file) throw new Error("not found");
 * if (readFound(tree, file, { maxBytes: 3, cut: true })?.byteLength !== 3) throw new Error("not cut");
 * ```
 */
export function readFound(
  tree: Tree,
  file: FoundFile,
  options: { readonly maxBytes: number; readonly cut: boolean },
): Uint8Array | null {
  recheckFile(tree, file);
  const { base, name } = whereIs(tree, file);
  try {
    const bytes = attempt("READ_ERROR", () => readUnlessLarge(base, name, options));
    // The reader compares what it opened with what it found itself; this ties both to what the walk found.
    recheckFile(tree, file);
    return bytes;
  } catch (error) {
    // A link, a pipe or a second name that came in between is told apart by one more look.
    if (error instanceof Blocked && error.issue === "REPARSE_POINT") {
      recheckFile(tree, file);
      throw new Blocked("FILE_CHANGED");
    }
    throw error;
  }
}

function readUnlessLarge(
  base: string,
  name: string,
  options: { readonly maxBytes: number; readonly cut: boolean },
): Uint8Array | null {
  try {
    return readInside(base, name, options);
  } catch (error) {
    if (error instanceof FileProblem && error.code === "TOO_LARGE") return null;
    throw error;
  }
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
