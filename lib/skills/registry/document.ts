/** Reading what a validated package declares besides its instructions. */
import { oneLine } from "../../core/bounds.ts";
import { sha256 } from "../../core/digest.ts";
import { readInside } from "../../core/rooted_files.ts";
import { FileProblem } from "../../core/rooted_files_walk.ts";
import { portablePath } from "../text/portable_path.ts";
import type { Issue, Skill } from "../types.ts";

/** A file as it is published. */
export interface PackageDocument {
  /** Relative to the package, with `/`. */
  readonly path: string;
  readonly content: string;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** A document, or why it is not given. */
export type DocumentRead =
  | { readonly ok: true; readonly document: PackageDocument }
  | { readonly ok: false; readonly issue: Issue };

/**
 * A file of the package, which must be the very one that was validated.
 *
 * @param path Relative to the package, as the manifest has it.
 * @returns Codes: `DOCUMENT_UNKNOWN` for what the package does not declare, `DOCUMENT_CHANGED` for what is no longer
 * as it was validated, `DOCUMENT_ENCODING` for what is no text.
 *
 * @example
 * ```ts
 * import type { Skill } from "gatehouse/skills/types.ts";
 * import { readDocument } from "gatehouse/skills/registry/document.ts";
 *
 * // What the validator gave.
 * const skill = { id: "audit", files: [] } as unknown as Skill;
 * const read = readDocument(skill, "../secret.txt");
 * if (read.ok || read.issue.code !== "DOCUMENT_UNKNOWN") throw new Error("read");
 * ```
 */
export function readDocument(skill: Skill, path: string): DocumentRead {
  const portable = portablePath(path);
  const file = portable.ok ? skill.files.find((one) => one.path === portable.path) : undefined;
  if (file === undefined) {
    return refused("DOCUMENT_UNKNOWN", `${oneLine(skill.id, 80)} declares no file ${oneLine(path, 200)}`, {
      file: "",
      mend: `Ask for one of: ${oneLine(skill.files.map((one) => one.path).join(", "), 500)}`,
    });
  }
  const changed = () =>
    refused("DOCUMENT_CHANGED", `${oneLine(file.path, 200)} is not as it was validated`, {
      file: file.path,
      mend: "Refresh the skills and ask again",
    });
  let bytes: Uint8Array;
  try {
    bytes = readInside(skill.directory, file.path, { maxBytes: file.size });
  } catch (error) {
    if (error instanceof FileProblem) return changed();
    throw error;
  }
  if (sha256(bytes) !== file.sha256) return changed();
  try {
    const content = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { ok: true, document: { path: file.path, content, size: file.size, sha256: file.sha256 } };
  } catch {
    return refused("DOCUMENT_ENCODING", `${oneLine(file.path, 200)} is no text in UTF-8`, {
      file: file.path,
      mend: "Read it by other means",
    });
  }
}

function refused(
  code: string,
  message: string,
  { file, mend }: { readonly file: string; readonly mend: string },
): DocumentRead {
  return { ok: false, issue: { code, message, file, mend } };
}
