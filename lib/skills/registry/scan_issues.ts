/** What the walk over the roots finds wrong with what it meets. */
import { oneLine } from "../../core/bounds.ts";
import type { Issue } from "../types.ts";

/** Characters of a path in an issue. */
const MAX_PATH = 500;

/**
 * `PATH_UNSAFE` for a file with several names; null for one with its own.
 *
 * @example
 * ```ts
 * import { linked } from "gatehouse/skills/registry/scan_issues.ts";
 *
 * const info = await Deno.lstat(await Deno.makeTempFile());
 * if (linked("SKILL.md", info) !== null) throw new Error("one name is too many");
 * ```
 */
export function linked(name: string, info: Deno.FileInfo): Issue | null {
  if ((info.nlink ?? 1) === 1) return null;
  return unsafe(name, `${oneLine(name, 300)} is a file with ${info.nlink} names (hard links)`, {
    mend: "Replace it by a copy of its own",
  });
}

/**
 * `PATH_UNSAFE` for a pipe, a socket, a device.
 *
 * @example
 * ```ts
 * import { special } from "gatehouse/skills/registry/scan_issues.ts";
 *
 * if (special("pipe").file !== "pipe") throw new Error("another file");
 * ```
 */
export function special(name: string): Issue {
  return unsafe(name, `${oneLine(name, 300)} is no regular file and no directory`, { mend: "Remove it" });
}

/**
 * `PATH_UNSAFE`.
 *
 * @param file Relative to the package.
 * @param message What is wrong, in one sentence.
 *
 * @example
 * ```ts
 * import { unsafe } from "gatehouse/skills/registry/scan_issues.ts";
 *
 * const issue = unsafe("a\nb", "It is a link", { mend: "Remove it" });
 * if (issue.file !== "a\\u{a}b") throw new Error("not escaped");
 * ```
 */
export function unsafe(file: string, message: string, { mend }: { readonly mend: string }): Issue {
  return { code: "PATH_UNSAFE", message, file: oneLine(file, MAX_PATH), mend };
}

/**
 * `READ`.
 *
 * @param file Relative to the package.
 * @param message What is wrong, in one sentence.
 *
 * @example
 * ```ts
 * import { unreadable } from "gatehouse/skills/registry/scan_issues.ts";
 *
 * if (unreadable("tests", "It could not be listed").code !== "READ") throw new Error("another code");
 * ```
 */
export function unreadable(file: string, message: string): Issue {
  return {
    code: "READ",
    message,
    file: oneLine(file, MAX_PATH),
    mend: "Give this account the right to read it",
  };
}

/**
 * `SKILL_CACHE_LIMIT` for a directory with more in it than is looked at.
 *
 * @param file Relative to the package.
 * @param problem To stand behind the directory's name.
 *
 * @example
 * ```ts
 * import { tooMuch } from "gatehouse/skills/registry/scan_issues.ts";
 *
 * if (tooMuch("tests", "is too deep").code !== "SKILL_CACHE_LIMIT") throw new Error("another code");
 * ```
 */
export function tooMuch(file: string, problem: string): Issue {
  const shown = file === "" ? "of the package" : oneLine(file, 300);
  return {
    code: "SKILL_CACHE_LIMIT",
    message: `The directory ${shown} ${problem}`,
    file: oneLine(file, MAX_PATH),
    mend: "Move what is no part of the package out of it",
  };
}
