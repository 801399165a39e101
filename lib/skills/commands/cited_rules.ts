/** The rules that a package brings, for a report that cites them. */
import { LIMITS } from "../contract/limits.ts";
import { isOneOf } from "../contract/vocabularies.ts";
import { type KnownRule, RULE_STATUSES } from "../contract/rules_registry.ts";
import type { Issue } from "../types.ts";
import { validatePackage } from "../validator/package.ts";
import { PackageReader } from "../validator/reader.ts";
import { readRules } from "../validator/rules.ts";

/** The rules, or what is wrong with the package. */
export type CitedRules =
  | { readonly ok: true; readonly rules: readonly KnownRule[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * The rules of a package, once that has been validated. A rule that says nothing of its state is in force.
 *
 * @param directory Absolute real path of the package.
 * @param options `today`: YYYY-MM-DD.
 *
 * @example
 * ```ts
 * import { citedRules } from "gatehouse/skills/commands/cited_rules.ts";
 * import create from "gatehouse/skills/commands/new.ts";
 *
 * const directory = await Deno.realPath(await Deno.makeTempDir());
 * const { path } = await create({ name: "first-look", types: ["web"], directory });
 * const cited = citedRules(path, { today: "2026-08-27" });
 * if (!cited.ok || cited.rules[0]?.rule_id !== "FIRST-LOOK-001") throw new Error("other rules");
 * ```
 */
export function citedRules(directory: string, { today }: { readonly today: string }): CitedRules {
  const name = directory.slice(Math.max(directory.lastIndexOf("/"), directory.lastIndexOf("\\")) + 1);
  const result = validatePackage({ directory, name, rootId: "" }, { today, limits: LIMITS });
  if (!result.ok) return { ok: false, issues: result.issues };
  const reader = new PackageReader(directory);
  const rulesPath = result.skill.manifest.rules_path;
  const { rules, issues } = readRules(reader, { rulesPath, entries: reader.list(rulesPath) });
  if (issues.length > 0) return { ok: false, issues };
  return {
    ok: true,
    rules: rules.flatMap(({ value: { rule_id, status } }) =>
      typeof rule_id === "string"
        ? [{ rule_id, status: isOneOf(RULE_STATUSES, status) ? status : "en_vigueur" } as const]
        : []
    ),
  };
}
