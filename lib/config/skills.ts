/** The table `[skills]` in the form that the family takes; what stands in the roots' file is the family's to read. */
import type { Layers } from "./gate.ts";
import type { SkillsFormat, SkillsRoots } from "./skills_roots.ts";

/** The table; what is left out has the family's default. */
export interface SkillsTable {
  readonly roots: readonly SkillsRootTable[];
  /** Absolute path of a file with further roots, and where that path came from. */
  readonly configFile?: string;
  readonly quarantine?: boolean;
  /** Of the roots that give none. */
  readonly format?: SkillsFormat;
  /** Absolute path of the gap rules. */
  readonly gapRules?: string;
}

/** One root. */
export interface SkillsRootTable {
  readonly id: string;
  readonly path: string;
  readonly format?: SkillsFormat;
  readonly followLinks?: boolean;
}

/**
 * The family's settings.
 *
 * @example
 * ```ts
 * import { skillsSettings } from "gatehouse/config/skills.ts";
 *
 * const nothing = { value: () => undefined, all: () => [], origin: () => "default" };
 * if (skillsSettings(nothing).roots.length !== 0) throw new Error("a root from nowhere");
 * ```
 */
export function skillsSettings({ value }: Pick<Layers, "value">): SkillsTable {
  const config = value("skills.config");
  const quarantine = value("skills.quarantine");
  const format = value("skills.format");
  const gapRules = value("skills.gap_rules");
  return {
    roots: rootsOf(value("skills.roots") ?? []),
    ...(config === undefined ? {} : { configFile: config }),
    ...(quarantine === undefined ? {} : { quarantine }),
    ...(format === undefined ? {} : { format }),
    ...(gapRules === undefined ? {} : { gapRules }),
  };
}

function rootsOf(roots: SkillsRoots): SkillsRootTable[] {
  const list = isList(roots) ? roots : Object.entries(roots).map(([id, root]) => ({ id, ...root }));
  return list.map(({ id, path, format, follow_links }) => ({
    id,
    path,
    ...(format === undefined ? {} : { format }),
    ...(follow_links === undefined ? {} : { followLinks: follow_links }),
  }));
}

function isList(roots: SkillsRoots): roots is Extract<SkillsRoots, readonly unknown[]> {
  return Array.isArray(roots);
}
