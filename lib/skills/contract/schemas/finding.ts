/** FINDING_SCHEMA: one finding of an audit, with its evidence. */
import { SEVERITY_IDS } from "../severities.ts";
import { ANY_TEXT, closed, FLAG, listOf, official, oneOf, TEXT, WHOLE } from "./parts.ts";

const WEIGHTS = ["HIGH", "MEDIUM", "LOW", "NONE", "UNKNOWN"];
const OBSERVED = ["OBSERVED", "SUSPECTED", "CONFIRMED", "NOT_APPLICABLE", "BLOCKED"];

const legalBasis = closed({
  rule_id: TEXT,
  jurisdiction: TEXT,
  authority: TEXT,
  source_url: TEXT,
  verified_on: TEXT,
  freshness_window_days: WHOLE,
  live_check: closed({ done: FLAG }, {
    method: TEXT,
    checked_at: TEXT,
    result: oneOf(["en_vigueur", "modifie", "abroge", "introuvable"]),
  }),
});

const evidence = closed({
  type: oneOf(["file", "absence", "config", "log", "observation"]),
  path: TEXT,
  method: TEXT,
}, {
  line: WHOLE,
  excerpt: ANY_TEXT,
  searched_in: listOf(TEXT, 1),
  result: ANY_TEXT,
  limits: ANY_TEXT,
  validation_level: oneOf(["STRUCTURALLY_VALIDATED", "TARGET_VERIFIED"]),
});

/** A finding. What its members demand of one another is checked beside it. */
export const finding = official("FINDING_SCHEMA", {
  version: "0.2.0",
  schema: closed({
    finding_id: TEXT,
    skill_id: TEXT,
    rule_id: TEXT,
    title: TEXT,
    domain: TEXT,
    status: oneOf([...OBSERVED, "REMEDIATION_PROPOSED", "REMEDIATED", "HUMAN_REVIEW_REQUIRED"]),
    severity: oneOf(SEVERITY_IDS),
    confidence: oneOf(["HIGH", "MEDIUM", "LOW", "UNKNOWN"]),
    scope: closed({ environment: TEXT, platform: TEXT, component: TEXT }),
    evidence: listOf(evidence),
    impact: closed({
      confidentiality: oneOf(WEIGHTS),
      integrity: oneOf(WEIGHTS),
      availability: oneOf(WEIGHTS),
      legal: oneOf(WEIGHTS),
    }),
    remediation: closed({ mode: oneOf(["PROPOSE_ONLY", "NONE"]), summary: TEXT }, {
      required_gate: oneOf(["HUMAN_APPROVAL", "LEGAL_REVIEW", "NONE"]),
    }),
    limitations: listOf(TEXT),
    references: listOf(TEXT),
  }, {
    status_reason: TEXT,
    observation_status: oneOf(OBSERVED),
    legal_basis_status: oneOf([
      "VERIFIED_CURRENT",
      "UNVERIFIED_CURRENT",
      "STALE",
      "REPEALED",
      "NOT_LEGAL",
      "CONFLICTING_SOURCES",
    ]),
    decision: oneOf(["CONFIRMED", "SUSPECTED", "HUMAN_REVIEW_REQUIRED", "BLOCKED", "NOT_APPLICABLE"]),
    legal_basis: legalBasis,
  }),
});
