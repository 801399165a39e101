/** Profiles of targets of which nothing can be said, and the reasons. */
import { UNKNOWN_TYPE } from "../contract/vocabularies.ts";
import type { Profile } from "../types.ts";

/** Why a target is not profiled. The first problem met ends the profile: a part of one is never given out. */
export type DetectorIssue =
  /** A link in the target, in its path or in what it holds. */
  | "REPARSE_POINT"
  /** A file that has another name elsewhere (a hard link). */
  | "UNSAFE_FILE"
  /** The target is not where it was when it was found safe. */
  | "PATH_ESCAPE"
  /** A named pipe, a socket or a device. */
  | "SPECIAL_FILE"
  | "DIRECTORY_UNREADABLE"
  /** Something changed while it was looked at. */
  | "FILE_CHANGED"
  | "READ_ERROR"
  /** More names or files than the bounds allow. */
  | "SCAN_LIMIT"
  /** The project's own declaration is not what it must be. */
  | "PROJECT_FACTS_INVALID";

/** Ends a profile; `path`, relative to the target, is what did, where one entry did. */
export class Blocked extends Error {
  constructor(readonly issue: DetectorIssue, readonly path?: string) {
    super(`The target was not profiled: ${issue}`);
    this.name = "Blocked";
  }
}

const NOTHING = { languages: [], facts: [], markers: {}, likely: [], evidence: [] };

/**
 * The profile of a target that is not there.
 *
 * @example
 * ```ts
 * import { missingProfile } from "gatehouse/skills/detector/blocked.ts";
 *
 * if (missingProfile().exists) throw new Error("it exists");
 * ```
 */
export function missingProfile(): Profile {
  return { exists: false, blocked: false, issues: [], types: [UNKNOWN_TYPE], ...NOTHING };
}

/**
 * The profile of a target that could not be looked at whole and safely.
 *
 * @param options `exists`: false where not even the way to it is safe. `path`: what blocked it, where one entry did.
 *
 * @example
 * ```ts
 * import { blockedProfile } from "gatehouse/skills/detector/blocked.ts";
 *
 * if (!blockedProfile("SCAN_LIMIT", { exists: true }).blocked) throw new Error("not blocked");
 * ```
 */
export function blockedProfile(
  issue: DetectorIssue,
  { exists, path }: { readonly exists: boolean; readonly path?: string | undefined },
): Profile {
  const by = path === undefined ? {} : { blockedBy: path };
  return { exists, blocked: true, ...by, issues: [issue], types: [UNKNOWN_TYPE], ...NOTHING };
}
