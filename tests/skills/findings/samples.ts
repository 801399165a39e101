/** Reports and findings that pass, for tests that then break one thing. */

/** A JSON object whose members a test changes. */
export type Members = Record<string, unknown>;

/** The day on which the samples are judged. */
export const TODAY = "2026-08-27";

/** Evidence in a file. */
export function evidence(changes: Members = {}): Members {
  return { type: "file", path: "src/app.py", line: 12, excerpt: "debug = True", method: "read", ...changes };
}

/** An absence that was looked for. */
export function absence(changes: Members = {}): Members {
  return {
    type: "absence",
    path: "src/app.py",
    method: "searched for a call of login",
    searched_in: ["src/app.py"],
    result: "absent",
    ...changes,
  };
}

/** A confirmed finding. */
export function finding(changes: Members = {}): Members {
  return {
    finding_id: "F-1",
    skill_id: "hello-python",
    rule_id: "EXAMPLE-001",
    title: "Debugging is on",
    domain: "quality",
    status: "CONFIRMED",
    severity: "P1_HIGH",
    confidence: "HIGH",
    scope: { environment: "production", platform: "linux", component: "web" },
    evidence: [evidence()],
    impact: { confidentiality: "HIGH", integrity: "LOW", availability: "NONE", legal: "NONE" },
    remediation: { mode: "PROPOSE_ONLY", required_gate: "HUMAN_APPROVAL", summary: "Turn it off" },
    limitations: [],
    references: [],
    ...changes,
  };
}

/** What a legal finding rests on. */
export function basis(changes: Members = {}, live: Members = {}): Members {
  return {
    rule_id: "EXAMPLE-001",
    jurisdiction: "FR",
    authority: "CNIL",
    source_url: "https://www.cnil.fr/fr/regle",
    verified_on: "2026-08-01",
    freshness_window_days: 90,
    live_check: {
      done: true,
      method: "web_search",
      checked_at: "2026-08-20",
      result: "en_vigueur",
      ...live,
    },
    ...changes,
  };
}

/** A confirmed finding about the law. */
export function legalFinding(changes: Members = {}): Members {
  return finding({
    domain: "compliance",
    observation_status: "CONFIRMED",
    legal_basis_status: "VERIFIED_CURRENT",
    decision: "CONFIRMED",
    legal_basis: basis(),
    ...changes,
  });
}

/** A report of these findings. */
export function report(...findings: unknown[]): Members {
  return { skill_id: "hello-python", version: "0.1.0", findings };
}
