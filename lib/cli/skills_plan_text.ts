/** A plan as a person reads it. */
import { z } from "zod";
import { columns } from "./print.ts";
import type { SkillsAnswer } from "./skills_session.ts";

const texts = z.array(z.string());

const row = z.object({ skill_id: z.string(), reason_codes: texts });

const selected = row.extend({ position: z.number(), limitations: texts.optional() });

const b3 = z.object({
  plan_version: z.literal("B3"),
  plan_status: z.string(),
  skills_selected: z.array(selected),
  skills_blocked: z.array(row.extend({ missing_capabilities: texts })),
  skills_not_applicable: z.array(row),
  skills_missing: z.array(z.object({
    gap_id: z.string(),
    capability: z.string(),
    severity: z.string(),
    required_facts: texts,
  })),
  warnings: texts,
});

const older = z.object({
  plan_version: z.literal("1.0"),
  selected_skills: z.array(selected),
  rejected_skills: z.array(row),
  warnings: texts,
});

const answered = z.object({
  plan: z.discriminatedUnion("plan_version", [b3, older]),
  explain: z.array(z.object({ skill_id: z.string(), category: z.string(), reasons: texts })).optional(),
  digests: z.record(z.string(), z.string()).optional(),
});

/** The next step, for warnings that have one on the command line. */
const WORDS: Readonly<Record<string, string>> = {
  CLIENT_CAPABILITIES_UNDECLARED: "Say what the client can do: --capabilities filesystem_read,...",
};

type Plan = z.output<typeof answered>["plan"];

/**
 * The plan's rows; with `explain` each skill has a row for every reason, and with `digests` these follow.
 *
 * @param answer The answer of the tool.
 *
 * @example
 * ```ts
 * import { planText } from "gatehouse/cli/skills_plan_text.ts";
 *
 * const plan = { plan_version: "1.0", selected_skills: [], rejected_skills: [], warnings: ["NO_COMPATIBLE_SKILL"] };
 * if (!planText({ plan }).includes("NO_COMPATIBLE_SKILL")) throw new Error(planText({ plan }));
 * ```
 */
export function planText(answer: SkillsAnswer): string {
  const { plan, explain, digests } = answered.parse(answer);
  return [
    columns(explain === undefined ? rowsOf(plan) : explained(explain)),
    columns(gaps(plan)),
    columns(plan.warnings.map((warning) => ["warning", warning, WORDS[warning] ?? ""])),
    plan.plan_version === "B3" ? `${plan.plan_status}\n` : "",
    columns(Object.entries(digests ?? {}).map(([part, digest]) => [part, digest])),
  ].join("");
}

function rowsOf(plan: Plan): string[][] {
  if (plan.plan_version === "1.0") {
    return [
      ...plan.selected_skills.map(({ position, skill_id, reason_codes }) => [
        String(position),
        skill_id,
        reason_codes.join(" "),
      ]),
      ...plan.rejected_skills.map((
        { skill_id, reason_codes },
      ) => ["rejected", skill_id, reason_codes.join(" ")]),
    ];
  }
  return [
    ...plan.skills_selected.map(({ position, skill_id, reason_codes, limitations = [] }) => [
      String(position),
      skill_id,
      [...reason_codes, ...limitations].join(" "),
    ]),
    ...plan.skills_blocked.map(({ skill_id, reason_codes, missing_capabilities }) => [
      "blocked",
      skill_id,
      `${reason_codes.join(" ")}: ${missing_capabilities.join(" ")}`,
    ]),
    ...plan.skills_not_applicable.map(({ skill_id, reason_codes }) => [
      "no match",
      skill_id,
      reason_codes.join(" "),
    ]),
  ];
}

function explained(rows: NonNullable<z.output<typeof answered>["explain"]>): string[][] {
  return [
    ["SKILL", "CATEGORY", "REASON"],
    ...rows.flatMap(({ skill_id, category, reasons }) =>
      reasons.map((reason, at) => at === 0 ? [skill_id, category, reason] : ["", "", reason])
    ),
  ];
}

function gaps(plan: Plan): string[][] {
  if (plan.plan_version === "1.0") return [];
  return plan.skills_missing.map(({ gap_id, capability, severity, required_facts }) => [
    "gap",
    gap_id,
    `${capability} (${severity}) is not covered; asked for by ${required_facts.join(" ")}`,
  ]);
}
