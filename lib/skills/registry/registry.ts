/** The skills that passed, in one order, which nothing changes any more. */
import { byCodeUnit } from "../text/canonical_json.ts";
import type { Skill } from "../types.ts";

/** Skills that a registry may hold. */
const MAX_SKILLS = 1000;

/** The skills that were sealed here; no copy of one counts. */
const SEALED = new WeakSet<Skill>();

/** Why there is no registry: `REGISTRY_LIMIT`, `REGISTRY_UNVALIDATED`, `REGISTRY_INVALID`. */
export class RegistryProblem extends Error {
  /** @param code Stable; a program may compare it. */
  constructor(
    readonly code: "REGISTRY_LIMIT" | "REGISTRY_UNVALIDATED" | "REGISTRY_INVALID",
    message: string,
  ) {
    super(message);
    this.name = "RegistryProblem";
  }
}

/** A registry. */
export interface Registry {
  /** By canonical key. */
  readonly skills: readonly Skill[];
  /** The skill with this canonical key. */
  get(key: string): Skill | undefined;
}

/**
 * The skill frozen to its last list, and known from now on as one that the validator passed.
 *
 * @example
 * ```ts
 * import type { Skill } from "gatehouse/skills/types.ts";
 * import { createRegistry, sealSkill } from "gatehouse/skills/registry/registry.ts";
 *
 * // What the validator gave.
 * const skill = { id: "Audit", key: "audit", manifest: { platforms: ["linux"] } } as unknown as Skill;
 * if (createRegistry([sealSkill(skill)]).get("audit") !== skill) throw new Error("not found");
 * ```
 */
export function sealSkill(skill: Skill): Skill {
  freeze(skill);
  SEALED.add(skill);
  return skill;
}

/**
 * A registry of sealed skills.
 *
 * @throws RegistryProblem `REGISTRY_LIMIT` above 1,000 skills, `REGISTRY_UNVALIDATED` for what was not sealed or is a
 * copy, `REGISTRY_INVALID` for two skills of one key.
 *
 * @example
 * ```ts
 * import { createRegistry } from "gatehouse/skills/registry/registry.ts";
 *
 * if (createRegistry([]).skills.length !== 0) throw new Error("not empty");
 * ```
 */
export function createRegistry(skills: readonly Skill[]): Registry {
  if (skills.length > MAX_SKILLS) {
    throw new RegistryProblem(
      "REGISTRY_LIMIT",
      `${skills.length} skills; at most ${MAX_SKILLS} make a registry`,
    );
  }
  const byKey = new Map<string, Skill>();
  for (const skill of skills) {
    if (!SEALED.has(skill)) {
      throw new RegistryProblem("REGISTRY_UNVALIDATED", "A skill did not come from the validator");
    }
    if (byKey.has(skill.key)) throw new RegistryProblem("REGISTRY_INVALID", "Two skills have one key");
    byKey.set(skill.key, skill);
  }
  const sorted = Object.freeze(
    skills.toSorted((a, b) => byCodeUnit(a.key, b.key) || byCodeUnit(a.id, b.id)),
  );
  return Object.freeze({ skills: sorted, get: (key: string) => byKey.get(key) });
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}
