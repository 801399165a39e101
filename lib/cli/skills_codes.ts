/** What the codes of a failed call mean to a person: the answer itself has only the codes. */

const WORDS: Readonly<Record<string, string>> = {
  PROJECT_TARGET: "there is no such target",
  REPARSE_POINT: "a link is in the target, or in the path that leads to it",
  UNSAFE_FILE: "a file of the target has another name elsewhere",
  PATH_ESCAPE: "the target moved while it was looked at",
  SPECIAL_FILE: "the target holds a pipe, a socket or a device",
  DIRECTORY_UNREADABLE: "a folder of the target may not be listed",
  FILE_CHANGED: "a file changed while it was looked at; try again",
  READ_ERROR: "a file of the target could not be read",
  SCAN_LIMIT: "the target has more than 10,000 entries or 5,000 files; name a folder in it",
  PROJECT_FACTS_INVALID:
    'its .phases-profile.json is not {"schema_version":"1.0","facts":[…]} with known facts, such as has_api',
  SKILL_ROOT_UNKNOWN: "no such root is configured; without --roots all are taken",
  SKILL_NOT_FOUND: "no such skill is in the roots; gatehouse skills list names them",
  SKILL_INVALID: "a package is invalid: mend it, or give --quarantine",
  SKILL_DUPLICATE: "two packages have one identifier: rename one of them",
  SKILL_CACHE_UNSTABLE: "a package changed while it was read; try again",
  SKILL_CACHE_STATE: "a root is gone, or holds a link or what is no file",
  RESULT_TOO_LARGE: "the answer has more than 1 MiB: name fewer roots",
};

/** Where the target itself is to be looked into, by the words of a shell that show what is meant. */
const SHOWN_BY: Readonly<Record<string, string>> = {
  REPARSE_POINT: "-type l",
  UNSAFE_FILE: "-type f -links +1",
  SPECIAL_FILE: "! -type f ! -type d ! -type l",
};

/** A target that was asked about. */
export interface AskedTarget {
  /** Absolute, as it was understood. */
  readonly path: string;
  /** The same without links, when it is known. */
  readonly real?: string | undefined;
  /** Relative to it, with `/`: the entry that it was refused for, when it is known. */
  readonly blocker?: string | undefined;
}

/**
 * What to do about a code that a target was refused for, where there is something to do.
 *
 * @param code Of the failure.
 *
 * @example
 * ```ts
 * import { targetStep } from "gatehouse/cli/skills_codes.ts";
 *
 * const step = targetStep("REPARSE_POINT", { path: "/a/link", real: "/a/b" });
 * if (step !== "Name it by its real path, /a/b") throw new Error(step);
 * ```
 */
export function targetStep(code: string, { path, real, blocker }: AskedTarget): string | undefined {
  // The path as it was understood: a task of Deno may run in another folder than the person stands in.
  if (code === "PROJECT_TARGET") return `Looked for ${path}: name a folder or a file that exists`;
  if (code === "REPARSE_POINT" && real !== undefined && real !== path) {
    return `Name it by its real path, ${real}`;
  }
  const tests = Object.hasOwn(SHOWN_BY, code) ? SHOWN_BY[code] : undefined;
  if (tests === undefined) return undefined;
  if (blocker === undefined) {
    return `Name a folder in it that has none, or move it away; to see it: find TARGET ${tests}`;
  }
  const [first] = blocker.split("/");
  return `It is ${blocker}: name a folder without ${first}, or move ${first} away; to see all: find TARGET ${tests}`;
}

/**
 * Whether one entry of a target is what this code says of it.
 *
 * @example
 * ```ts
 * import { hasBlocker } from "gatehouse/cli/skills_codes.ts";
 *
 * if (!hasBlocker("REPARSE_POINT") || hasBlocker("SCAN_LIMIT")) throw new Error("misjudged");
 * ```
 */
export function hasBlocker(code: string): boolean {
  return Object.hasOwn(SHOWN_BY, code);
}

/**
 * The code, and what it means where that is known.
 *
 * @example
 * ```ts
 * import { codeText } from "gatehouse/cli/skills_codes.ts";
 *
 * if (codeText("PROJECT_TARGET") !== "PROJECT_TARGET (there is no such target)") throw new Error("other words");
 * if (codeText("OTHER") !== "OTHER") throw new Error("words from nowhere");
 * ```
 */
export function codeText(code: string): string {
  const words = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  return words === undefined ? code : `${code} (${words})`;
}
