/** What status, gravity, confidence, decision and evidence of a finding demand of one another. */
import { SEVERITIES } from "../contract/severities.ts";
import { withoutInvisible } from "../text/fold.ts";
import { isActive, isStrong } from "./evidence.ts";
import type { LooseFinding } from "./loose.ts";
import { brokenBy, type Fault, type Relation } from "./relation.ts";

/** Confirmed, these forbid to go live; an absence alone does not carry that. */
const BLOCKING: ReadonlySet<string> = new Set(
  SEVERITIES.filter((one) => one.blocks_production).map(({ id }) => id),
);
/** These are worth something without direct evidence, and nothing with it. */
const CONTEXTUAL: ReadonlySet<string> = new Set(
  SEVERITIES.filter((one) => !one.requires_evidence).map(({ id }) => id),
);
const DIRECT: ReadonlySet<string> = new Set(["file", "config", "absence", "log"]);
const UNSURE: ReadonlySet<string> = new Set(["LOW", "UNKNOWN"]);
const NOT_LAW: ReadonlySet<string> = new Set(["UNVERIFIED_CURRENT", "STALE", "REPEALED", "NOT_LEGAL"]);

const RELATIONS: readonly Relation<LooseFinding>[] = [
  {
    code: "V1_REMEDIATED",
    at: "/status",
    broken: ({ status }) => status === "REMEDIATED",
    says: "is REMEDIATED, and an audit mends nothing",
    mend: "Write REMEDIATION_PROPOSED, or the state that was seen",
  },
  {
    code: "STATUS_REASON",
    at: "/status_reason",
    broken: ({ status, statusReason }) =>
      (status === "BLOCKED" || status === "NOT_APPLICABLE") &&
      withoutInvisible(statusReason ?? "").trim() === "",
    says: "gives no reason that can be read, and the status needs one",
    mend: "Say why the rule was not judged",
  },
  {
    code: "REMEDIATION_GATE",
    at: "/remediation",
    broken: ({ status, remediation: { mode, gate } }) =>
      status === "REMEDIATION_PROPOSED" &&
      (mode !== "PROPOSE_ONLY" || (gate !== "HUMAN_APPROVAL" && gate !== "LEGAL_REVIEW")),
    says: "is not held back by a person, and a proposal must be",
    mend: "Set mode to PROPOSE_ONLY and required_gate to HUMAN_APPROVAL or LEGAL_REVIEW",
  },
  {
    code: "P4_WITH_PROOF",
    at: "/severity",
    broken: ({ severity, evidence }) =>
      CONTEXTUAL.has(severity ?? "") && (evidence ?? []).some(({ type }) => DIRECT.has(type ?? "")),
    says: "is contextual, and there is direct evidence",
    mend: "Choose the level that the evidence shows, or keep observations only",
  },
  {
    code: "EMPTY_EVIDENCE",
    at: "/evidence",
    broken: ({ status, evidence }) => status !== "CONFIRMED" && evidence?.length === 0,
    says: "is empty",
    mend: "Say what was looked at, at least as an observation",
  },
  {
    code: "CONFIRMED_NO_EVIDENCE",
    at: "/evidence",
    broken: ({ status, evidence }) => status === "CONFIRMED" && (evidence ?? []).length === 0,
    says: "is empty, and the finding is confirmed",
    mend: "Add the evidence, or write SUSPECTED",
  },
  {
    code: "WEAK_EVIDENCE",
    at: "/evidence",
    broken: ({ status, evidence }) =>
      status === "CONFIRMED" && (evidence ?? []).length > 0 && !(evidence ?? []).some(isStrong),
    says: "holds nothing that carries a confirmed finding",
    mend: "Add a file, a configuration or an absence with its path, or write SUSPECTED",
  },
  {
    code: "WEAK_EVIDENCE",
    at: "/evidence",
    broken: ({ status, severity, evidence }) =>
      status === "CONFIRMED" && BLOCKING.has(severity ?? "") && (evidence ?? []).some(isStrong) &&
      !(evidence ?? []).some(isActive),
    says: "is an absence only, which does not carry a confirmed finding of this level",
    mend: "Add the file or configuration that shows it, or lower the level",
  },
  {
    code: "CONFIDENCE_MISMATCH",
    at: "/confidence",
    broken: ({ confidence, evidence }) => confidence === "HIGH" && !(evidence ?? []).some(isStrong),
    says: "is HIGH without strong evidence",
    mend: "Add a file, a configuration or an absence with its path, or lower the confidence",
  },
  {
    code: "CONFIDENCE_MISMATCH",
    at: "/confidence",
    broken: ({ status, confidence }) => status === "CONFIRMED" && UNSURE.has(confidence ?? ""),
    says: "is too low for a confirmed finding",
    mend: "Write SUSPECTED, or find what makes it certain",
  },
  {
    code: "AXES_INCOMPLETE",
    at: "",
    broken: ({ observation, basisStatus, decision }) =>
      ![0, 3].includes([observation, basisStatus, decision].filter((axis) => axis !== null).length),
    says: "has only some of observation_status, legal_basis_status and decision",
    mend: "Give all three, or none",
  },
  {
    code: "AXES_CONTRADICTION",
    at: "/decision",
    broken: ({ basisStatus, decision }) => decision === "CONFIRMED" && NOT_LAW.has(basisStatus ?? ""),
    says: "is CONFIRMED on a basis that is not verified as law in force",
    mend: "Verify the basis, or write HUMAN_REVIEW_REQUIRED",
  },
  {
    code: "STATE_INCOHERENT",
    at: "/decision",
    broken: ({ status, decision }) =>
      status !== null && decision !== null && (status === "CONFIRMED") !== (decision === "CONFIRMED"),
    says: "and the status are not CONFIRMED together",
    mend: "Let both say the same",
  },
  {
    code: "STATE_INCOHERENT",
    at: "/observation_status",
    broken: ({ status, observation }) =>
      status === "CONFIRMED" && observation !== null && observation !== "CONFIRMED",
    says: "is not CONFIRMED, and the status is",
    mend: "Let both say the same",
  },
  {
    code: "STATE_INCOHERENT",
    at: "/legal_basis_status",
    broken: ({ status, basisStatus }) => status === "CONFIRMED" && basisStatus === "NOT_LEGAL",
    says: "is NOT_LEGAL under a confirmed finding",
    mend: "Leave the three axes out of a finding that is not about the law",
  },
  {
    code: "STATE_INCOHERENT",
    at: "/legal_basis_status",
    broken: ({ status, basisStatus, decision }) =>
      basisStatus === "CONFLICTING_SOURCES" &&
      (status === "CONFIRMED" || (decision !== null && decision !== "HUMAN_REVIEW_REQUIRED")),
    says: "is CONFLICTING_SOURCES, which only a person can decide",
    mend: "Write HUMAN_REVIEW_REQUIRED as decision, and no CONFIRMED",
  },
];

/**
 * The demands that the states of a finding do not meet.
 *
 * @example
 * ```ts
 * import { looseFinding } from "gatehouse/skills/findings/loose.ts";
 * import { stateFaults } from "gatehouse/skills/findings/states.ts";
 *
 * const [fault] = stateFaults(looseFinding({ status: "REMEDIATED" }));
 * if (fault?.code !== "V1_REMEDIATED") throw new Error("an audit has mended something");
 * ```
 */
export function stateFaults(finding: LooseFinding): readonly Fault[] {
  return brokenBy(finding, RELATIONS);
}
