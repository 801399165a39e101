/** What the planner asks of the registry: one skill for each canonical key. */
import { oneLine } from "../../core/bounds.ts";
import type { Issue, Skill } from "../types.ts";

/**
 * `REGISTRY_INVALID` where two skills have one key: then neither is elected.
 *
 * @example
 * ```ts
 * import { checkSkills } from "gatehouse/skills/planner/skills_check.ts";
 *
 * if (checkSkills([{ id: "Audit", key: "audit" }, { id: "audit", key: "audit" }]).length !== 1) {
 *   throw new Error("twins accepted");
 * }
 * ```
 */
export function checkSkills(skills: readonly Pick<Skill, "id" | "key">[]): readonly Issue[] {
  const seen = new Set<string>();
  for (const { id, key } of skills) {
    if (seen.has(key)) {
      return [{
        code: "REGISTRY_INVALID",
        message: `Two skills are named ${oneLine(id, 80)}`,
        file: "",
        mend: "Rename or remove one of them",
      }];
    }
    seen.add(key);
  }
  return [];
}
