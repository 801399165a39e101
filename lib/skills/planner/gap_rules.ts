/** A file of gap rules: read strictly, checked as a whole, every fault named with its line. */
import { oneLine } from "../../core/bounds.ts";
import { checkShape } from "../contract/schema.ts";
import { FILE_SCHEMA, RULES_SCHEMA } from "./gap_schema.ts";
import { CAPABILITY_NAME, GAP_ID, isOneOf, PROFILE_FACTS } from "../contract/vocabularies.ts";
import { byCodeUnit } from "../text/canonical_json.ts";
import { parseJson } from "../text/strict_json.ts";
import type { GapRule, Issue } from "../types.ts";
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
  const { value, lineOf } = read;
  const shape = checkShape(value, FILE_SCHEMA, { file: FILE, lineOf })
    .map((issue) => ({ ...issue, code: isEmptyFacts(issue) ? "GAP_FACTS_EMPTY" : "GAP_RULES_INVALID" }));
  if (shape.length > 0) return { ok: false, issues: inIssueOrder(shape) };
  // The shape was checked just now.
  const rules = (value as { readonly rules: readonly GapRule[] }).rules;
  const issues = relationIssues(rules, { file: FILE, lineOf: (pointer) => lineOf(`/rules${pointer}`) });
  if (issues.length > 0) return { ok: false, issues: inIssueOrder(issues) };
  return {
    ok: true,
    rules: inRuleOrder(rules).map((rule) => ({ ...rule, required_facts: sortedUnique(rule.required_facts) })),
  };
}

/** Where rules come from, for the issues. */
export interface RulesPlace {
  readonly file: string;
  /** The line of the value at a pointer into the list. */
  readonly lineOf?: (pointer: string) => number | undefined;
}

/**
 * Everything that is wrong with a list of rules; see `parseGapRules` for the codes.
 *
 * @example
 * ```ts
 * import { ruleIssues } from "gatehouse/skills/planner/gap_rules.ts";
 *
 * if (ruleIssues([{ gap_id: "lower" }], { file: "" }).length === 0) throw new Error("accepted");
 * ```
 */
export function ruleIssues(rules: unknown, place: RulesPlace): readonly Issue[] {
  const shape = checkShape(rules, RULES_SCHEMA, place)
    .map((issue) => ({ ...issue, code: isEmptyFacts(issue) ? "GAP_FACTS_EMPTY" : "GAP_RULES_INVALID" }));
  // The shape was checked just now.
  return inIssueOrder(shape.length > 0 ? shape : relationIssues(rules as readonly GapRule[], place));
}

function relationIssues(rules: readonly GapRule[], { file, lineOf }: RulesPlace): readonly Issue[] {
  const issues: Issue[] = [];
  const gaps = new Set<string>(), capabilities = new Set<string>();
  const report = (code: string, message: string, at: { readonly pointer: string; readonly mend: string }) => {
    const line = lineOf?.(at.pointer);
    issues.push({ code, message, file, ...(line === undefined ? {} : { line }), mend: at.mend });
  };
  for (const [index, { gap_id, capability, required_facts }] of rules.entries()) {
    const id = { pointer: `/${index}/gap_id`, shown: oneLine(gap_id, 80) };
    const name = { pointer: `/${index}/capability`, shown: oneLine(capability, 80) };
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
      const pointer = `/${index}/required_facts/${at}`;
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

function isEmptyFacts({ code, message }: Issue): boolean {
  return code === "EMPTY_ARRAY" && message.includes("/required_facts");
}

function inIssueOrder(issues: readonly Issue[]): readonly Issue[] {
  return issues.toSorted((a, b) =>
    (a.line ?? 0) - (b.line ?? 0) || byCodeUnit(a.code, b.code) || byCodeUnit(a.message, b.message)
  );
}
