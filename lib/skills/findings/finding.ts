/** One finding: its shape, what its members demand of one another, its rule, and that it gives nothing away. */
import type { RuleStatus } from "../contract/rules_registry.ts";
import { withoutInvisible } from "../text/fold.ts";
import { evidenceFaults } from "./evidence.ts";
import { legalFaults } from "./legal_basis.ts";
import { type LooseFinding, looseFinding } from "./loose.ts";
import type { Fault } from "./relation.ts";
import { secretFaults } from "./secrets.ts";
import { stateFaults } from "./states.ts";

/** What a finding is judged by. */
export interface FindingOptions {
  /** A calendar date, `YYYY-MM-DD`. */
  readonly today: string;
  /** The rules that may be cited, by id; of `ruleRegistry`. */
  readonly known: ReadonlyMap<string, RuleStatus>;
}

/**
 * Everything that is wrong with a finding but its shape, with pointers from the finding.
 *
 * @example
 * ```ts
 * import { ruleRegistry } from "gatehouse/skills/contract/rules_registry.ts";
 * import { findingFaults } from "gatehouse/skills/findings/finding.ts";
 *
 * const options = { today: "2026-08-27", known: ruleRegistry() };
 * const [fault] = findingFaults({ rule_id: "MADE-UP-1" }, options);
 * if (fault?.code !== "UNKNOWN_RULE") throw new Error("a rule that nobody knows was cited");
 * ```
 */
export function findingFaults(value: unknown, { today, known }: FindingOptions): readonly Fault[] {
  const finding = looseFinding(value);
  return [
    ...ruleFaults(finding, known),
    ...domainFaults(finding),
    ...stateFaults(finding),
    ...(finding.evidence ?? []).flatMap((evidence, index) =>
      evidenceFaults(evidence).map((fault) => ({ ...fault, at: `/evidence/${index}${fault.at}` }))
    ),
    ...legalFaults(finding, { today }),
    ...secretFaults(value),
  ];
}

function ruleFaults({ ruleId, legalBasis }: LooseFinding, known: FindingOptions["known"]): readonly Fault[] {
  const faults: Fault[] = [];
  if (ruleId !== null && !known.has(ruleId)) {
    faults.push({
      code: "UNKNOWN_RULE",
      at: "/rule_id",
      says: "is no rule that is built in or that an installed package brings",
      mend: "Cite a rule of the skill that found it",
    });
  }
  if (ruleId !== null && known.get(ruleId) === "abroge") {
    faults.push({
      code: "RULE_REPEALED",
      at: "/rule_id",
      says: "is repealed (abroge), and cited as if it were in force",
      mend: "Cite the rule that took its place",
    });
  }
  const basisRule = legalBasis?.ruleId ?? null;
  if (basisRule !== null && basisRule !== ruleId) {
    faults.push({
      code: "RULE_ID_MISMATCH",
      at: "/legal_basis/rule_id",
      says: "is not the finding's rule_id",
      mend: "Let both name the same rule",
    });
  }
  return faults;
}

function domainFaults({ domain }: LooseFinding): readonly Fault[] {
  if (domain === null || domain === "") return [];
  const readable = withoutInvisible(domain);
  if (readable === domain && readable.trim() !== "" && !(domain.includes("/") && domain.includes("\\"))) {
    return [];
  }
  return [{
    code: "DOMAIN_INVALID",
    at: "/domain",
    says: "holds characters that cannot be seen, or both kinds of slashes",
    mend: "Write the domain in plain letters",
  }];
}
