/** A file of gap rules: read strictly, checked as a whole, every fault named with its line. */
import { oneLine } from "../../core/bounds.ts";
import { checkShape, type ShapeOptions } from "../contract/schema.ts";
import { gapRules } from "../contract/schemas/gap_rules.ts";
import { CAPABILITY_NAME, GAP_ID, isOneOf, PROFILE_FACTS } from "../contract/vocabularies.ts";
import { parseJson } from "../text/strict_json.ts";
import type { GapRule, Issue } from "../types.ts";
import { sortedIssues } from "../validator/issue.ts";
import { inRuleOrder } from "./gaps.ts";
import { sortedUnique } from "./order.ts";

/** Bytes that a file of rules may have: 64 KiB. */
const MAX_RULES_BYTES = 65_536;
const FILE = "gap-rules.json";

/** Rules that were read, in order of capability and id, or what is wrong with them. */
export type GapRulesResult =
  | { readonly ok: true; readonly rules: readonly GapRule[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Reads a file of gap rules, which takes the place of the built-in example.
 *
 * Issues: `GAP_RULES_INVALID` (more than 64 KiB, no strict JSON, or of another shape than the schema's),
 * `GAP_RULE_DUPLICATE`, `GAP_RULE_ID_INVALID`, `GAP_CAPABILITY_DUPLICATE`, `GAP_CAPABILITY_UNKNOWN` (its form),
 * `GAP_FACT_DUPLICATE`, `GAP_FACT_UNKNOWN`, `GAP_FACTS_EMPTY`. They are sorted by line, then code.
 *
 * @example
 * ```ts
 * import { parseGapRules } from "gatehouse/skills/planner/gap_rules.ts";
 *
 * const read = parseGapRules(`{
 *   "schema_id": "SKILL_GAP_RULES",
 *   "version": "1.0.0",
 *   "description": "What every shop needs",
 *   "rules": [{
 *     "gap_id": "SHOP-1",
 *     "required_facts": ["has_ecommerce", "uses_payments"],
 *     "capability": "payment_audit",
 *     "severity": "blocking",
 *     "reason_code": "NO_INSTALLED_SKILL_FOR_CAPABILITY"
 *   }]
 * }`);
 * if (!read.ok || read.rules[0]?.gap_id !== "SHOP-1") throw new Error("not read");
 * ```
 */
export function parseGapRules(text: string | Uint8Array): GapRulesResult {
  const read = parseJson(text, { file: FILE, maxBytes: MAX_RULES_BYTES });
  if (!read.ok) return { ok: false, issues: [{ ...read.issue, code: "GAP_RULES_INVALID" }] };
  const issues = fileIssues(read.value, { file: FILE, lineOf: read.lineOf });
  if (issues.length > 0) return { ok: false, issues };
  // Its shape was checked just now.
  const { rules } = read.value as RulesFile;
  return {
    ok: true,
    rules: inRuleOrder(rules).map((rule) => ({ ...rule, required_facts: sortedUnique(rule.required_facts) })),
  };
}

/**
 * Everything that is wrong with a list of rules that is no file; see `parseGapRules` for the codes.
 *
 * @example
 * ```ts
 * import { ruleIssues } from "gatehouse/skills/planner/gap_rules.ts";
 *
 * if (ruleIssues([{ gap_id: "lower" }]).length === 0) throw new Error("accepted");
 * ```
 */
export function ruleIssues(rules: unknown): readonly Issue[] {
  const file = { schema_id: "SKILL_GAP_RULES", version: "1.0.0", description: "Given as a list", rules };
  return fileIssues(file, { file: "" });
}

interface RulesFile {
  readonly rules: readonly GapRule[];
}

function fileIssues(value: unknown, place: ShapeOptions): readonly Issue[] {
  // The one list that must not be empty is that of the facts.
  const shape = checkShape(value, gapRules, place)
    .map((issue) => ({
      ...issue,
      code: issue.code === "EMPTY_ARRAY" ? "GAP_FACTS_EMPTY" : "GAP_RULES_INVALID",
    }));
  // Its shape was checked just now.
  return sortedIssues(shape.length > 0 ? shape : relationIssues(value as RulesFile, place));
}

function relationIssues({ rules }: RulesFile, { file, lineOf }: ShapeOptions): readonly Issue[] {
  const issues: Issue[] = [];
  const gaps = new Set<string>(), capabilities = new Set<string>();
  const report = (code: string, message: string, at: { readonly pointer: string; readonly mend: string }) => {
    const line = lineOf?.(at.pointer);
    issues.push({ code, message, file, ...(line === undefined ? {} : { line }), mend: at.mend });
  };
  for (const [index, { gap_id, capability, required_facts }] of rules.entries()) {
    const id = { pointer: `/rules/${index}/gap_id`, shown: oneLine(gap_id, 80) };
    const name = { pointer: `/rules/${index}/capability`, shown: oneLine(capability, 80) };
    if (!GAP_ID.test(gap_id)) {
      report("GAP_RULE_ID_INVALID", `${id.shown} is no gap's id`, {
        ...id,
        mend: "Use capitals, digits and hyphens, 64 at most, beginning with a letter",
      });
    }
    if (gaps.has(gap_id)) {
      report("GAP_RULE_DUPLICATE", `The gap ${id.shown} has two rules`, {
        ...id,
        mend: "Name each gap once",
      });
    }
    if (!CAPABILITY_NAME.test(capability)) {
      report("GAP_CAPABILITY_UNKNOWN", `${name.shown} is no capability's name`, {
        ...name,
        mend: "Use lower-case letters, digits and underscores, 64 at most, beginning with a letter",
      });
    }
    if (capabilities.has(capability)) {
      report("GAP_CAPABILITY_DUPLICATE", `The capability ${name.shown} has two rules`, {
        ...name,
        mend: "Keep one rule for each capability",
      });
    }
    gaps.add(gap_id);
    capabilities.add(capability);
    for (const [at, fact] of required_facts.entries()) {
      const pointer = `/rules/${index}/required_facts/${at}`;
      if (!isOneOf(PROFILE_FACTS, fact)) {
        report("GAP_FACT_UNKNOWN", `There is no fact ${oneLine(fact, 80)}`, {
          pointer,
          mend: `Use facts of ${PROFILE_FACTS.join(", ")}`,
        });
      }
      if (required_facts.indexOf(fact) < at) {
        report("GAP_FACT_DUPLICATE", `The fact ${oneLine(fact, 80)} is required twice`, {
          pointer,
          mend: "Name each fact once",
        });
      }
    }
  }
  return issues;
}
