/** What looking at a workspace needs of it, and the rules for naming a directory in it. */

/** The part of the workspace that lists, searches, diffs and fingerprints use. */
export interface Place {
  /** The real path. */
  readonly root: string;
  /** Why the root is not the one of the start; null while it is. */
  stale(): string | null;
  /** A file's content; null when it is no file that may be read. */
  bytes(path: string): Uint8Array | null;
}

/** Characters and components that a path may have. */
const MAX_CHARACTERS = 1_024;
const MAX_COMPONENTS = 32;

/**
 * The components of a path that a model named, from the root down; empty for the root itself. A text when the path is
 * refused: what follows it in a sentence.
 *
 * @param path Relative, with `/`; empty and `.` name the root.
 *
 * @example
 * ```ts
 * import { componentsOf } from "gatehouse/flow/look/place.ts";
 *
 * if (componentsOf("src/parts/").length !== 2) throw new Error("not split");
 * if (typeof componentsOf("../other") !== "string") throw new Error("not refused");
 * ```
 */
export function componentsOf(path: string): readonly string[] | string {
  if (path.length > MAX_CHARACTERS) return `has more than ${MAX_CHARACTERS} characters`;
  if (path.startsWith("/") || /^[a-z]:/i.test(path)) return "is not relative to the workspace";
  if (path.includes("\\") || path.includes("\0")) return "has a character that no path here may have";
  const components = path.split("/").filter((component) => component !== "" && component !== ".");
  if (components.length > MAX_COMPONENTS) return `has more than ${MAX_COMPONENTS} components`;
  if (components.includes("..")) return "leads upwards";
  if (components.some(isGit)) return "leads into a repository's own files";
  return components;
}

/**
 * Whether a directory's name is the one that version control keeps for itself, in any case: some file systems tell
 * no cases apart.
 *
 * @example
 * ```ts
 * import { isGit } from "gatehouse/flow/look/place.ts";
 *
 * if (!isGit(".GIT") || isGit(".gitignore")) throw new Error("not told apart");
 * ```
 */
export function isGit(name: string): boolean {
  return name.toLowerCase() === ".git";
}
