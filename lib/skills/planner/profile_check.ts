/**
 * A profile comes from another worker, through a wall: it is looked at again before anything is decided by it.
 *
 * Names of files are only carried along, so none of them can spoil a plan: names that differ in case alone, names that
 * are not in a composed form, and any number of them are as good as others.
 */
import { isRecord } from "../../core/record.ts";
import { oneLine } from "../../core/bounds.ts";
import { isOneOf, PROFILE_FACTS, PROFILE_LANGUAGES, PROFILE_TYPES } from "../contract/vocabularies.ts";
import type { Issue, Profile } from "../types.ts";

const KEYS: ReadonlySet<string> = new Set([
  "blocked",
  "evidence",
  "exists",
  "facts",
  "issues",
  "languages",
  "likely",
  "markers",
  "types",
]);

/**
 * What keeps the profile from being planned with: `PROFILE_BLOCKED` where the target is missing or could not be read
 * whole, `PROFILE_INVALID` where this is no profile.
 *
 * @example
 * ```ts
 * import { checkProfile } from "gatehouse/skills/planner/profile_check.ts";
 *
 * const profile = {
 *   exists: true,
 *   blocked: false,
 *   issues: [],
 *   types: ["web"],
 *   languages: ["typescript"],
 *   facts: ["has_web"],
 *   markers: { web: ["Button.tsx", "button.tsx"] },
 *   likely: [],
 *   evidence: [],
 * };
 * if (checkProfile(profile).length !== 0) throw new Error("refused");
 * if (checkProfile({ ...profile, blocked: true })[0]?.code !== "PROFILE_BLOCKED") throw new Error("accepted");
 * ```
 */
export function checkProfile(profile: unknown): readonly Issue[] {
  if (!isRecord(profile)) return [invalid("The profile is not an object")];
  const strange = Object.keys(profile).find((key) => !KEYS.has(key));
  if (strange !== undefined) return [invalid(`The profile has the unknown member ${oneLine(strange, 80)}`)];
  const { exists, blocked } = profile;
  if (typeof exists !== "boolean" || typeof blocked !== "boolean") {
    return [invalid("The profile does not say whether its target exists and could be read")];
  }
  if (!exists || blocked) {
    return [{
      code: "PROFILE_BLOCKED",
      message: exists ? "The target could not be read whole" : "The target does not exist, or was not read",
      file: "",
      mend: "Run phases_agents_detect on the target and remove what its issues name",
    }];
  }
  const problem = wordsProblem(profile, "types", PROFILE_TYPES) ??
    wordsProblem(profile, "languages", PROFILE_LANGUAGES) ??
    wordsProblem(profile, "facts", PROFILE_FACTS) ??
    wordsProblem(profile, "likely", PROFILE_FACTS) ??
    issuesProblem(profile["issues"]) ??
    markersProblem(profile["markers"]) ??
    (Array.isArray(profile["evidence"]) ? null : "evidence is not a list");
  if (problem !== null) return [invalid(`The profile's ${problem}`)];
  // Checked last, so that a list that is none is named as such.
  return (profile as unknown as Profile).types.length === 0 ? [invalid("The profile names no type")] : [];
}

function wordsProblem(
  profile: Record<string, unknown>,
  key: string,
  known: readonly string[],
): string | null {
  const words = profile[key];
  if (!Array.isArray(words)) return `${key} are not a list`;
  const seen = new Set<unknown>();
  for (const word of words as readonly unknown[]) {
    if (!isOneOf(known, word)) {
      return `${key} hold ${
        typeof word === "string" ? oneLine(word, 80) : `a ${typeof word}`
      }, which is none`;
    }
    if (seen.has(word)) return `${key} name ${word} twice`;
    seen.add(word);
  }
  return null;
}

function issuesProblem(issues: unknown): string | null {
  if (!Array.isArray(issues)) return "issues are not a list";
  return issues.length === 0 ? null : "issues are not empty, and yet it is not blocked";
}

function markersProblem(markers: unknown): string | null {
  if (!isRecord(markers)) return "markers are not an object";
  for (const [type, names] of Object.entries(markers)) {
    if (type !== "project_facts" && !isOneOf(PROFILE_TYPES, type)) {
      return `markers name ${oneLine(type, 80)}, which is no type`;
    }
    if (!Array.isArray(names)) return `markers of ${type} are not a list`;
    for (const name of names as readonly unknown[]) {
      if (typeof name !== "string" || name === "" || name.includes("/") || name.includes("\0")) {
        return `markers of ${type} hold something that is no file's name`;
      }
    }
  }
  return null;
}

function invalid(message: string): Issue {
  return {
    code: "PROFILE_INVALID",
    message,
    file: "",
    mend: "Use a profile exactly as the detector gives it",
  };
}
