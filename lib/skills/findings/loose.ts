/**
 * A finding as far as it can be read: what is of the wrong type is as good as missing, since the schema's check has
 * named it already. So every relation can be asked of every value.
 */
import { isRecord } from "../../core/record.ts";

/** One piece of evidence. */
export interface LooseEvidence {
  readonly type: string | null;
  readonly path: string | null;
  readonly excerpt: string | null;
  readonly result: string | null;
  readonly level: string | null;
  /** Any number that was given. */
  readonly line: number | null;
  readonly searchedIn: readonly string[];
}

/** The look that was taken at a legal source. */
export interface LooseLiveCheck {
  readonly done: boolean;
  readonly method: string | null;
  readonly checkedAt: string | null;
  readonly result: string | null;
}

/** What a finding rests on in law. */
export interface LooseLegalBasis {
  /** Its members as they stand. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly ruleId: string | null;
  readonly verifiedOn: string | null;
  /** Days. */
  readonly window: number | null;
  readonly live: LooseLiveCheck;
}

/** A finding. */
export interface LooseFinding {
  readonly findingId: string | null;
  readonly skillId: string | null;
  readonly ruleId: string | null;
  readonly domain: string | null;
  readonly status: string | null;
  readonly statusReason: string | null;
  readonly severity: string | null;
  readonly confidence: string | null;
  /** Null when there is no list of it. */
  readonly evidence: readonly LooseEvidence[] | null;
  readonly remediation: { readonly mode: string | null; readonly gate: string | null };
  readonly observation: string | null;
  readonly basisStatus: string | null;
  readonly decision: string | null;
  readonly legalBasis: LooseLegalBasis | null;
}

/**
 * Reads what can be read.
 *
 * @example
 * ```ts
 * import { looseFinding } from "gatehouse/skills/findings/loose.ts";
 *
 * const finding = looseFinding({ status: "CONFIRMED", evidence: [{ type: "file", line: "12" }] });
 * if (finding.status !== "CONFIRMED" || finding.evidence?.[0]?.line !== null) throw new Error("misread");
 * ```
 */
export function looseFinding(value: unknown): LooseFinding {
  const of = record(value);
  const remediation = record(of["remediation"]);
  return {
    findingId: text(of["finding_id"]),
    skillId: text(of["skill_id"]),
    ruleId: text(of["rule_id"]),
    domain: text(of["domain"]),
    status: text(of["status"]),
    statusReason: text(of["status_reason"]),
    severity: text(of["severity"]),
    confidence: text(of["confidence"]),
    evidence: Array.isArray(of["evidence"]) ? of["evidence"].map(looseEvidence) : null,
    remediation: { mode: text(remediation["mode"]), gate: text(remediation["required_gate"]) },
    observation: text(of["observation_status"]),
    basisStatus: text(of["legal_basis_status"]),
    decision: text(of["decision"]),
    legalBasis: isRecord(of["legal_basis"]) ? looseBasis(of["legal_basis"]) : null,
  };
}

function looseEvidence(value: unknown): LooseEvidence {
  const of = record(value);
  const searched: readonly unknown[] = Array.isArray(of["searched_in"]) ? of["searched_in"] : [];
  return {
    type: text(of["type"]),
    path: text(of["path"]),
    excerpt: text(of["excerpt"]),
    result: text(of["result"]),
    level: text(of["validation_level"]),
    line: number(of["line"]),
    searchedIn: searched.filter((place): place is string => typeof place === "string"),
  };
}

function looseBasis(members: Readonly<Record<string, unknown>>): LooseLegalBasis {
  const live = record(members["live_check"]);
  return {
    members,
    ruleId: text(members["rule_id"]),
    verifiedOn: text(members["verified_on"]),
    window: number(members["freshness_window_days"]),
    live: {
      done: live["done"] === true,
      method: text(live["method"]),
      checkedAt: text(live["checked_at"]),
      result: text(live["result"]),
    },
  };
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function number(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
