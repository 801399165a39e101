/** What is published of a skill, before anything in it is masked. */
import { VALIDATION_LEVEL } from "../contract/vocabularies.ts";
import type { Skill } from "../types.ts";

/** A skill as lists have it. */
export interface SkillSummary {
  readonly description: string;
  readonly domain: string;
  readonly platforms: readonly string[];
  readonly project_types: readonly string[];
  readonly skill_id: string;
  readonly title: string;
  readonly version: string;
}

/** A skill with its instructions. */
export interface SkillDocument extends SkillSummary {
  /** `SKILL.md` as it was validated. */
  readonly content: string;
  readonly validation_level: typeof VALIDATION_LEVEL;
}

/**
 * What a list says of a skill; all of it is the manifest's.
 *
 * @example
 * ```ts
 * import type { Skill } from "gatehouse/skills/types.ts";
 * import { summaryOf } from "gatehouse/skills/registry/shapes.ts";
 *
 * // What the validator gave.
 * const skill = { id: "audit", manifest: { title: "Audit", version: "1.0.0" } } as unknown as Skill;
 * if (summaryOf(skill).skill_id !== "audit") throw new Error("another skill");
 * ```
 */
export function summaryOf({ id, manifest }: Skill): SkillSummary {
  const { description, domain, platforms, project_types, title, version } = manifest;
  return { description, domain, platforms, project_types, skill_id: id, title, version };
}

/**
 * What is said of one skill that was asked for.
 *
 * @example
 * ```ts
 * import type { Skill } from "gatehouse/skills/types.ts";
 * import { documentOf } from "gatehouse/skills/registry/shapes.ts";
 *
 * // What the validator gave.
 * const skill = { id: "audit", content: "---\n", manifest: { title: "Audit" } } as unknown as Skill;
 * if (documentOf(skill).content !== "---\n") throw new Error("other instructions");
 * ```
 */
export function documentOf(skill: Skill): SkillDocument {
  return { ...summaryOf(skill), content: skill.content, validation_level: VALIDATION_LEVEL };
}
