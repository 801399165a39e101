/** How grave a finding is, SEVERITY_MODEL 0.1.0. */

/** One level of gravity. */
export interface Severity {
  readonly id: SeverityId;
  /** A finding of this level is worth nothing without direct evidence. */
  readonly requires_evidence: boolean;
  /** A confirmed finding of this level forbids to go live. */
  readonly blocks_production: boolean;
}

/** The levels' ids, gravest first. */
export const SEVERITY_IDS = ["P0_CRITICAL", "P1_HIGH", "P2_MEDIUM", "P3_LOW", "P4_CONTEXTUAL"] as const;
/** The id of a level. */
export type SeverityId = typeof SEVERITY_IDS[number];

/** The levels, gravest first. */
export const SEVERITIES: readonly Severity[] = SEVERITY_IDS.map((id, index) => ({
  id,
  requires_evidence: id !== "P4_CONTEXTUAL",
  blocks_production: index < 2,
}));
