/** What is published of a profile when nobody asks for more. */
import type { Profile } from "./types.ts";

/** The published fields. */
export type PublicProfile = Pick<
  Profile,
  "blocked" | "exists" | "facts" | "issues" | "languages" | "markers" | "types"
>;

/**
 * The profile without evidence and without what only signs speak for.
 *
 * @example
 * ```ts
 * import { missingProfile } from "gatehouse/skills/detector/blocked.ts";
 * import { publicProfile } from "gatehouse/skills/public_profile.ts";
 *
 * if ("evidence" in publicProfile(missingProfile())) throw new Error("more than asked");
 * ```
 */
export function publicProfile(
  { blocked, exists, facts, issues, languages, markers, types }: Profile,
): PublicProfile {
  return { blocked, exists, facts, issues, languages, markers, types };
}
