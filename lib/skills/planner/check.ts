/** The public checker of B3 plans: what a plan must hold together, whoever made it. */
import { isRecord } from "../../core/record.ts";
import { oneLine } from "../../core/bounds.ts";
import { checkShape } from "../contract/schema.ts";
import { planB3 } from "../contract/schemas/plan_b3.ts";
import { CAPABILITY_NAME, GAP_ID } from "../contract/vocabularies.ts";
import { byCodeUnit, canonicalJson } from "../text/canonical_json.ts";
import { caseFold } from "../text/fold.ts";
import type { Issue } from "../types.ts";
import { sortedIssues } from "../validator/issue.ts";

const CATEGORIES = ["skills_selected", "skills_not_applicable", "skills_blocked"] as const;
const MEND = "Use the plan exactly as it was made";

/**
 * Everything that is wrong with a B3 plan, sorted by code and message: the codes of its schema, and `PLAN_DUPLICATE`,
 * `PLAN_ORDER`, `CLIENT_CAPABILITIES_ORDER`, `PLAN_SKILL_PARTITION`, `PLAN_GAP_ID_INVALID`,
 * `PLAN_GAP_CAPABILITY_INVALID`, `PLAN_STEP`, `PLAN_STATUS`.
 *
 * @example
 * ```ts
 * import { checkB3Plan } from "gatehouse/skills/planner/check.ts";
 *
 * if (checkB3Plan({ plan_version: "B3" }).length === 0) throw new Error("half a plan accepted");
 * ```
 */
export function checkB3Plan(plan: unknown): readonly Issue[] {
  const issues = [...checkShape(plan, planB3, { file: "" }), ...(isRecord(plan) ? relations(plan) : [])];
  return sortedIssues(issues);
}

function relations(plan: Record<string, unknown>): Issue[] {
  const profile = isRecord(plan["project_profile"]) ? plan["project_profile"] : {};
  const selected = records(plan["skills_selected"]);
  const blocked = records(plan["skills_blocked"]);
  const missing = records(plan["skills_missing"]);
  return [
    ...["facts", "languages", "types"].flatMap((key) => listIssues(profile[key], `project_profile/${key}`)),
    ...capabilityIssues(plan["client_capabilities"]),
    ...CATEGORIES.flatMap((name) => [
      ...idOrderIssues(plan[name], name),
      ...records(plan[name]).flatMap((entry, at) =>
        repeats(entry["reason_codes"], `${name}/${at}/reason_codes`)
      ),
    ]),
    ...partitionIssues(plan),
    ...positionIssues(selected),
    ...selected.flatMap((entry, at) =>
      ["limitations", "optional_capabilities", "required_capabilities"]
        .flatMap((key) => listIssues(entry[key], `skills_selected/${at}/${key}`))
    ),
    ...blocked.flatMap((entry, at) =>
      listIssues(entry["missing_capabilities"], `skills_blocked/${at}/missing_capabilities`)
    ),
    ...gapIssues(missing),
    ...listIssues(plan["warnings"], "warnings"),
    ...stepIssues(selected, plan["steps"]),
    ...statusIssues(plan["plan_status"], { selected, blocked, missing }),
  ];
}

/** A list of words has each of them once, in order of code units. */
function listIssues(list: unknown, where: string): Issue[] {
  const found = words(list);
  const inOrder = found.every((word, at) => at === 0 || byCodeUnit(found[at - 1] ?? "", word) <= 0);
  return [
    ...repeats(list, where),
    ...(inOrder ? [] : [problem("PLAN_ORDER", `The list at /${where} is not sorted`)]),
  ];
}

function repeats(list: unknown, where: string): Issue[] {
  const found = words(list);
  return new Set(found).size === found.length
    ? []
    : [problem("PLAN_DUPLICATE", `The list at /${where} names something twice`)];
}

function capabilityIssues(capabilities: unknown): Issue[] {
  return [
    ...repeats(capabilities, "client_capabilities"),
    ...(listIssues(capabilities, "client_capabilities").some(({ code }) => code === "PLAN_ORDER")
      ? [problem("CLIENT_CAPABILITIES_ORDER", "The client's capabilities are not sorted")]
      : []),
  ];
}

function idOrderIssues(entries: unknown, name: string): Issue[] {
  const ids = records(entries).map(({ skill_id }) => typeof skill_id === "string" ? skill_id : "");
  const sorted = ids.toSorted((a, b) => byCodeUnit(caseFold(a), caseFold(b)) || byCodeUnit(a, b));
  return ids.some((id, at) => id !== sorted[at])
    ? [problem("PLAN_ORDER", `The skills at /${name} are not sorted by their canonical ids`)]
    : [];
}

function partitionIssues(plan: Record<string, unknown>): Issue[] {
  const seen = new Set<string>();
  const issues: Issue[] = [];
  for (const { skill_id } of CATEGORIES.flatMap((name) => records(plan[name]))) {
    if (typeof skill_id !== "string") continue;
    const key = caseFold(skill_id);
    if (seen.has(key)) {
      issues.push(
        problem("PLAN_SKILL_PARTITION", `The skill ${oneLine(skill_id, 80)} stands in the plan twice`),
      );
    }
    seen.add(key);
  }
  return issues;
}

function positionIssues(selected: readonly Record<string, unknown>[]): Issue[] {
  return selected.every(({ position }, at) => position === at + 1)
    ? []
    : [problem("PLAN_ORDER", "The positions at /skills_selected do not count from 1")];
}

function gapIssues(missing: readonly Record<string, unknown>[]): Issue[] {
  const keys = missing.map(({ capability, gap_id }) => `${capability}\0${gap_id}`);
  const sorted = keys.toSorted(byCodeUnit);
  return [
    ...(keys.some((key, at) => key !== sorted[at])
      ? [problem("PLAN_ORDER", "The gaps at /skills_missing are not sorted by capability and id")]
      : []),
    ...(new Set(keys).size < keys.length
      ? [problem("PLAN_DUPLICATE", "A gap stands in /skills_missing twice")]
      : []),
    ...missing.flatMap(({ gap_id, capability, required_facts }, at) => [
      ...(typeof gap_id === "string" && !GAP_ID.test(gap_id)
        ? [problem("PLAN_GAP_ID_INVALID", `${oneLine(gap_id, 80)} at /skills_missing/${at} is no gap's id`)]
        : []),
      ...(typeof capability === "string" && !CAPABILITY_NAME.test(capability)
        ? [problem(
          "PLAN_GAP_CAPABILITY_INVALID",
          `${oneLine(capability, 80)} at /skills_missing/${at} is no capability's name`,
        )]
        : []),
      ...listIssues(required_facts, `skills_missing/${at}/required_facts`),
    ]),
  ];
}

/** The steps repeat the selection, one for one. */
function stepIssues(selected: readonly Record<string, unknown>[], steps: unknown): Issue[] {
  const expected = selected.map(({ position, skill_id, reason_codes, required_capabilities }) => ({
    action: "READ_AND_EXECUTE_SKILL",
    gate: 0,
    position,
    reason_codes,
    required_capabilities,
    skill_id,
  }));
  return canonicalJson(steps ?? null) === canonicalJson(expected)
    ? []
    : [problem("PLAN_STEP", "The steps at /steps are not those of the selected skills")];
}

function statusIssues(
  status: unknown,
  { selected, blocked, missing }: {
    readonly selected: readonly unknown[];
    readonly blocked: readonly unknown[];
    readonly missing: readonly unknown[];
  },
): Issue[] {
  const expected = selected.length === 0
    ? "BLOCKED"
    : blocked.length + missing.length > 0
    ? "PARTIAL"
    : "READY";
  return status === expected
    ? []
    : [problem("PLAN_STATUS", `The status at /plan_status is not ${expected}, which the rest comes to`)];
}

function problem(code: string, message: string): Issue {
  return { code, message, file: "", mend: MEND };
}

function words(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((word): word is string => typeof word === "string") : [];
}

function records(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
