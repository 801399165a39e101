/** Which paths a model may name: relative to the workspace, with `/`, and never a repository's own files. */
import { oneLine } from "../../core/bounds.ts";

/** UTF-16 units, and components, that a path may have. */
const MAX_CHARACTERS = 1_024;
const MAX_COMPONENTS = 32;

/** Characters that HFS+ leaves out when it compares names, so that a name with them is the name without. */
const IGNORED_ON_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

// deno-lint-ignore no-control-regex
const CONTROL = /[\u0001-\u001f\u007f]/;

const DRIVE = /^[a-z]:/i;
const ON_DRIVE = "begins with a drive letter: name it relative to the workspace";

/** A path that was taken apart, or why it is refused: what follows the path in a sentence. */
export type Parted = { readonly components: readonly string[] } | { readonly refused: string };

/**
 * The components of a path that a model named, from the root down. `.` and empty components in the middle are left
 * out, as POSIX does.
 *
 * @param path As the model gave it.
 * @param options `of`: whether a file is named, or a directory, which may be the root itself (`""`, `"."`) and may end
 * with `/`.
 *
 * @example
 * ```ts
 * import { partsOf } from "gatehouse/flow/workspace/paths.ts";
 *
 * const parted = partsOf("./src//a.ts", { of: "file" });
 * if (!("components" in parted) || parted.components.join("/") !== "src/a.ts") throw new Error("not parted");
 * for (const path of ["", "../a", "/a", "a/", "C:\\a", ".git/config"]) {
 *   if (!("refused" in partsOf(path, { of: "file" }))) throw new Error(path);
 * }
 * ```
 */
export function partsOf(path: string, { of }: { readonly of: "file" | "directory" }): Parted {
  const refused = problemOf(path);
  if (refused !== null) return { refused };
  const all = path.split("/");
  const components = all.filter((component) => component !== "" && component !== ".");
  if (DRIVE.test(components[0] ?? "")) return { refused: ON_DRIVE };
  if (components.length > MAX_COMPONENTS) return { refused: `has more than ${MAX_COMPONENTS} components` };
  if (components.includes("..")) return { refused: "leads upwards" };
  if (components.some(isGit)) return { refused: "leads into a repository's own files" };
  if (of === "directory") return { components };
  if (path === "") return { refused: "is empty" };
  if (components.length === 0) return { refused: "is the workspace itself, no file" };
  if (all.at(-1) !== components.at(-1)) return { refused: "names a directory, no file" };
  return { components };
}

/**
 * Whether a name is the one that Git keeps for itself, as any file system might read it: in any case, with blanks or
 * full stops at its end, as NTFS shortens it, with characters that HFS+ does not see.
 *
 * @example
 * ```ts
 * import { isGit } from "gatehouse/flow/workspace/paths.ts";
 *
 * if (!isGit(".GIT") || !isGit(".git.") || isGit(".gitignore") || isGit("git")) throw new Error("not told apart");
 * ```
 */
export function isGit(name: string): boolean {
  const plain = asCompared(name).toLowerCase().replace(/[ .]+$/, "");
  return plain === ".git" || /^git~\d+$/.test(plain);
}

/**
 * A name with its characters as a file system might compare them that keeps others than it was given: HFS+ leaves some
 * out, APFS takes `ſ` for `s`. Two names that differ after this are two files everywhere.
 *
 * @example
 * ```ts
 * import { asCompared } from "gatehouse/flow/workspace/paths.ts";
 *
 * if (asCompared("deno.j\u017f\u200con") !== "deno.json") throw new Error("told apart");
 * ```
 */
export function asCompared(name: string): string {
  return name.replaceAll(IGNORED_ON_HFS, "").normalize("NFKC");
}

/**
 * Whether a path is another path or lies below it, component by component: `/project-other` is not below `/project`.
 * Case does not matter, since some file systems tell none apart.
 *
 * @param path Absolute, without `.` and `..`.
 * @param above As `path`.
 *
 * @example
 * ```ts
 * import { isWithin } from "gatehouse/flow/workspace/paths.ts";
 *
 * if (!isWithin("/a/B/c", "/a/b") || isWithin("/a/b-c", "/a/b")) throw new Error("not told apart");
 * ```
 */
export function isWithin(path: string, above: string): boolean {
  const [inner, outer] = [path, above].map((each) =>
    each.toLowerCase().split("/").filter((part) => part !== "")
  );
  return inner !== undefined && outer !== undefined && outer.every((part, at) => inner[at] === part);
}

/**
 * A path as it may stand in a message: one line, at most 200 characters.
 *
 * @example
 * ```ts
 * import { shown } from "gatehouse/flow/workspace/paths.ts";
 *
 * if (shown("a\nb") !== "a\\u{a}b") throw new Error("not escaped");
 * ```
 */
export function shown(path: string): string {
  return oneLine(path, 200);
}

function problemOf(path: string): string | null {
  if (path.length > MAX_CHARACTERS) return `has more than ${MAX_CHARACTERS} characters`;
  if (path.includes("\0")) return "has a NUL in it";
  if (path.startsWith("/")) return "is absolute: name it relative to the workspace";
  if (DRIVE.test(path)) return ON_DRIVE;
  if (path.includes("\\")) return "has a backslash in it: separate components by /";
  if (CONTROL.test(path)) return "has a control character in it";
  return path.isWellFormed() ? null : "has half a character in it";
}
