/** Which of the configured roots a call means. */
import { rootKey } from "../identity.ts";
import { byCodeUnit } from "../text/canonical_json.ts";
import type { Root } from "../types.ts";

/** The chosen roots, or the code that says why there are none. */
export type Selection =
  | { readonly ok: true; readonly roots: readonly Root[] }
  | { readonly ok: false; readonly code: string };

/**
 * The roots with these ids, in the order of their keys, whatever the order of the ids.
 *
 * @param maxRoots Most ids.
 * @returns Codes: `SKILL_ROOT_CONFIG` when no root is configured, `SKILL_ROOT_ID`, `SKILL_ROOT_DUPLICATE`,
 * `SKILL_ROOT_LIMIT`, `SKILL_ROOT_UNKNOWN`.
 *
 * @example
 * ```ts
 * import { selectedRoots } from "gatehouse/skills/registry/selection.ts";
 *
 * const roots = [{ id: "main", key: "main", path: "/srv/skills", format: "phases" }] as const;
 * if (!selectedRoots(roots, ["MAIN"], { maxRoots: 16 }).ok) throw new Error("case counts");
 * ```
 */
export function selectedRoots(
  roots: readonly Root[],
  ids: readonly string[],
  { maxRoots }: { readonly maxRoots: number },
): Selection {
  if (roots.length === 0) return { ok: false, code: "SKILL_ROOT_CONFIG" };
  if (ids.length === 0) return { ok: false, code: "SKILL_ROOT_ID" };
  const keys = new Set<string>();
  for (const id of ids) {
    const key = rootKey(id);
    if (key === null) return { ok: false, code: "SKILL_ROOT_ID" };
    if (keys.has(key)) return { ok: false, code: "SKILL_ROOT_DUPLICATE" };
    keys.add(key);
  }
  if (keys.size > maxRoots) return { ok: false, code: "SKILL_ROOT_LIMIT" };
  const chosen = roots.filter(({ key }) => keys.has(key));
  if (chosen.length !== keys.size) return { ok: false, code: "SKILL_ROOT_UNKNOWN" };
  return { ok: true, roots: chosen.toSorted((a, b) => byCodeUnit(a.key, b.key)) };
}
