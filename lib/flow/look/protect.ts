/** Which files a run must not change, and which of those that it changed a person should look at. */
import { oneLine } from "../../core/bounds.ts";
import { ToolError } from "../../core/errors.ts";
import { asCompared } from "../workspace/paths.ts";
import { globTest } from "./glob.ts";
import { DEFAULT_PROTECT, WATCHED, WATCHED_NEW } from "./protect_defaults.ts";

/** Globs of one list, and what one of them may have. */
const MAX_GLOBS = 256;
const MAX_CHARACTERS = 256;
const MAX_STARS = 12;

/**
 * The test whether a path is protected by one of the globs. `*` stays within a component, `**` does not; `{a,b}`, `?`
 * and `[…]` are as in a shell. A glob without `/` holds at every depth, and one that names a directory for all
 * below it. Case does not matter.
 *
 * @param globs At most 256, of 1–256 characters, relative to the workspace; none protects nothing.
 * @returns Takes a path relative to the workspace, however long it spells itself.
 * @throws ToolError `CONFIG_INVALID` when a glob is none that can be matched.
 *
 * @example
 * ```ts
 * import { protectedBy } from "gatehouse/flow/look/protect.ts";
 *
 * const isProtected = protectedBy(["conftest.py", "spec/*.rb", "golden/"]);
 * if (!isProtected("a/conftest.py") || !isProtected("golden/x/y") || isProtected("a.py")) throw new Error("wrong");
 * ```
 */
export function protectedBy(globs: readonly string[]): (path: string) => boolean {
  if (globs.length > MAX_GLOBS) throw unusable(`${globs.length} globs`, `more than ${MAX_GLOBS}`);
  const tests = globs.map((glob) => {
    const problem = problemOf(glob);
    if (problem !== null) throw unusable(`the glob ${oneLine(glob, 100)}`, problem);
    const plain = glob.replace(/^\.?\//, "").replace(/\/+$/, "");
    return matcherOf(plain.includes("/") || glob.startsWith("/") ? plain : `**/${plain}`);
  });
  return (path) => {
    const shortest = asCompared(path).split("/").filter((component) => component !== "" && component !== ".")
      .join("/");
    return tests.some((test) => test(shortest));
  };
}

/**
 * Whether the file is a test, or configures a check, by its path. What a run changed of these is always reported, whatever
 * the operator protects.
 *
 * @param path Relative to the workspace.
 *
 * @example
 * ```ts
 * import { isTestOrCheckFile } from "gatehouse/flow/look/protect.ts";
 *
 * if (!isTestOrCheckFile("src/a.test.ts") || isTestOrCheckFile("src/a.ts")) throw new Error("wrong");
 * ```
 */
export function isTestOrCheckFile(path: string): boolean {
  isDefault ??= protectedBy(DEFAULT_PROTECT);
  return isDefault(path);
}

/**
 * Which files decide what passes, so that a change of theirs during a run counts, whoever made it. What checks make for
 * themselves, such as their caches, is not among them.
 *
 * @param named Globs of further ones.
 * @returns `isWatched` for those that were there; `isWatchedNew` for those that were not.
 *
 * @example
 * ```ts
 * import { watchedBesides } from "gatehouse/flow/look/protect.ts";
 *
 * const { isWatched, isWatchedNew } = watchedBesides(["/check.sh"]);
 * if (!isWatched("check.sh") || !isWatched("tests/a.txt") || isWatchedNew("tests/a.txt")) throw new Error("wrong");
 * ```
 */
export function watchedBesides(
  named: readonly string[],
): { isWatched(path: string): boolean; isWatchedNew(path: string): boolean } {
  return {
    isWatched: protectedBy([...WATCHED, ...named]),
    isWatchedNew: protectedBy([...WATCHED_NEW, ...named]),
  };
}

let isDefault: ((path: string) => boolean) | null = null;

function matcherOf(glob: string): (path: string) => boolean {
  try {
    return globTest(glob);
  } catch (error) {
    throw unusable(
      `the glob ${oneLine(glob, 100)}`,
      error instanceof Error ? oneLine(error.message, 200) : "unknown",
    );
  }
}

function problemOf(glob: string): string | null {
  if (glob.trim() === "" || glob.length > MAX_CHARACTERS) return `not 1 to ${MAX_CHARACTERS} characters`;
  if (glob.startsWith("!")) return "a glob here cannot take away: leave out the other instead";
  if (glob.includes("\\") || glob.includes("\0")) return "a character that no path here may have";
  if (glob.split("/").includes("..")) return "leads upwards";
  if ((glob.match(/[*?]/g) ?? []).length > MAX_STARS) return "too many wildcards";
  return null;
}

function unusable(what: string, why: string): ToolError {
  return new ToolError("CONFIG_INVALID", `Could not protect files by ${what}: ${why}`, {
    next: "Correct `agent.protect`, a list of globs relative to the workspace",
  });
}
