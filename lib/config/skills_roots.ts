/** The roots of skill packages as the file has them: a table for each, or a list of tables. */

/** Which contract a root's packages follow. */
export type SkillsFormat = "phases" | "agent-skills";

interface RootTable {
  readonly path: string;
  readonly format?: SkillsFormat;
  readonly follow_links?: boolean;
}

/** `[skills.roots.<id>]`, or `[[skills.roots]]` with an `id` in each. */
export type SkillsRoots =
  | Readonly<Record<string, RootTable>>
  | readonly (RootTable & { readonly id: string })[];

/** Roots of one configuration. */
const MAX_ROOTS = 16;

/**
 * Is it the format of a root?
 *
 * @example
 * ```ts
 * import { isSkillsFormat } from "gatehouse/config/skills_roots.ts";
 *
 * if (!isSkillsFormat("agent-skills") || isSkillsFormat("zip")) throw new Error("other formats");
 * ```
 */
export function isSkillsFormat(value: unknown): value is SkillsFormat {
  return value === "phases" || value === "agent-skills";
}

/**
 * Are these roots? Whether their identifiers can be used, and whether the directories are there, the family says.
 *
 * @example
 * ```ts
 * import { isSkillsRoots } from "gatehouse/config/skills_roots.ts";
 *
 * if (!isSkillsRoots({ own: { path: "/srv/skills" } })) throw new Error("a table is refused");
 * if (!isSkillsRoots([{ id: "own", path: "/srv/skills" }])) throw new Error("a list is refused");
 * if (isSkillsRoots({ own: { path: "skills" } })) throw new Error("a relative path is taken");
 * ```
 */
export function isSkillsRoots(value: unknown): value is SkillsRoots {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) {
    return value.length <= MAX_ROOTS && value.every((root) => isRoot(root, true) && isId(root["id"]));
  }
  const entries = Object.entries(value);
  return entries.length <= MAX_ROOTS && entries.every(([id, root]) => isId(id) && isRoot(root, false));
}

function isId(value: unknown): boolean {
  return typeof value === "string" && value.length >= 1 && value.length <= 64;
}

function isRoot(value: unknown, named: boolean): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { path, format, follow_links, ...rest } = value as Readonly<Record<string, unknown>>;
  return typeof path === "string" && /^(?:\/|[A-Za-z]:[\\/])[^\0]{0,4095}$/.test(path) &&
    (format === undefined || isSkillsFormat(format)) &&
    (follow_links === undefined || typeof follow_links === "boolean") &&
    Object.keys(rest).every((key) => named && key === "id");
}
