import { validateReport } from "../../../lib/skills/findings/report.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import { absence, basis, evidence, finding, legalFinding, type Members, report, TODAY } from "./samples.ts";

/** The codes for a report of this finding, each once. */
function codes(one: Members): string {
  return [...new Set(validateReport(report(one), { today: TODAY }).map(({ code }) => code))].join();
}

const withEvidence = (...list: unknown[]) => finding({ evidence: list });
/** Not confirmed, so that the weight of its evidence is not asked for. */
const observed = (changes: Members = {}) => finding({ status: "OBSERVED", confidence: "MEDIUM", ...changes });
const seen = (...list: unknown[]) => observed({ evidence: list });

Deno.test("A finding with strong evidence, and one about the law with a live check, pass", () => {
  assertEquals(codes(finding()), "");
  assertEquals(codes(legalFinding()), "");
  assertEquals(codes(observed()), "");
});

Deno.test("An audit mends nothing: REMEDIATED is V1_REMEDIATED", () => {
  assertEquals(codes(finding({ status: "REMEDIATED" })), "V1_REMEDIATED");
});

Deno.test("BLOCKED and NOT_APPLICABLE need a reason that can be read", () => {
  for (const status of ["BLOCKED", "NOT_APPLICABLE"]) {
    assertEquals(codes(finding({ status })), "STATUS_REASON");
    assertEquals(codes(finding({ status, status_reason: "\u200b\ufeff" })), "STATUS_REASON");
    assertEquals(codes(finding({ status, status_reason: "No server to look at" })), "");
  }
});

Deno.test("A proposed remediation is held back by a person", () => {
  const proposed = (remediation: Members) =>
    codes(
      observed({ status: "REMEDIATION_PROPOSED", remediation: { summary: "Turn it off", ...remediation } }),
    );
  assertEquals(proposed({ mode: "PROPOSE_ONLY", required_gate: "LEGAL_REVIEW" }), "");
  assertEquals(proposed({ mode: "PROPOSE_ONLY", required_gate: "NONE" }), "REMEDIATION_GATE");
  assertEquals(proposed({ mode: "PROPOSE_ONLY" }), "REMEDIATION_GATE");
  assertEquals(proposed({ mode: "NONE", required_gate: "HUMAN_APPROVAL" }), "REMEDIATION_GATE");
});

Deno.test("A confirmed finding rests on a file, a configuration or an absence, with its path", () => {
  const mild = (...list: unknown[]) =>
    finding({ severity: "P2_MEDIUM", confidence: "MEDIUM", evidence: list });
  assertEquals(codes(mild()), "CONFIRMED_NO_EVIDENCE");
  assertEquals(codes(mild(absence())), "");
  assertEquals(codes(mild(evidence({ type: "config" }))), "");
  assertEquals(codes(mild(evidence({ type: "log" }))), "WEAK_EVIDENCE");
  assertEquals(codes(mild(evidence({ type: "observation" }))), "WEAK_EVIDENCE");
  assertEquals(codes(mild(evidence({ path: "decorative" }))), "EVIDENCE_WEAK,WEAK_EVIDENCE");
});

Deno.test("A confirmed finding that blocks production does not rest on an absence alone", () => {
  for (const severity of ["P0_CRITICAL", "P1_HIGH"]) {
    assertEquals(codes(finding({ severity, evidence: [absence()] })), "WEAK_EVIDENCE");
    assertEquals(codes(finding({ severity, evidence: [absence(), evidence()] })), "");
  }
  assertEquals(codes(finding({ severity: "P2_MEDIUM", evidence: [absence()] })), "");
});

Deno.test("High confidence needs strong evidence, and a confirmed finding more than low confidence", () => {
  assertEquals(
    codes(observed({ confidence: "HIGH", evidence: [evidence({ type: "log" })] })),
    "CONFIDENCE_MISMATCH",
  );
  assertEquals(codes(observed({ confidence: "HIGH" })), "");
  for (const confidence of ["LOW", "UNKNOWN"]) {
    assertEquals(codes(finding({ confidence })), "CONFIDENCE_MISMATCH");
    assertEquals(codes(observed({ confidence })), "");
  }
});

Deno.test("A contextual finding has no direct evidence", () => {
  const contextual = (one: Members) => codes(observed({ severity: "P4_CONTEXTUAL", evidence: [one] }));
  for (const one of [evidence(), absence(), evidence({ type: "config" }), evidence({ type: "log" })]) {
    assertEquals(contextual(one), "P4_WITH_PROOF");
  }
  assertEquals(contextual(evidence({ type: "observation" })), "");
});

Deno.test("A finding without evidence says nothing", () => {
  assertEquals(codes(seen()), "EMPTY_EVIDENCE");
});

Deno.test("Evidence in a file has path, line and excerpt", () => {
  const { line: _line, ...lineless } = evidence();
  const { excerpt: _excerpt, ...mute } = evidence();
  assertEquals(codes(seen(lineless)), "EVIDENCE_WEAK");
  assertEquals(codes(seen(mute)), "EVIDENCE_WEAK");
  assertTrue(codes(seen(evidence({ path: "." }))).includes("EVIDENCE_WEAK"));
});

Deno.test("Evidence in a configuration quotes a key with its value, or names the line", () => {
  const config = (changes: Members) => {
    const { excerpt: _, line: __, ...rest } = evidence({ type: "config" });
    return codes(seen({ ...rest, ...changes }));
  };
  assertEquals(config({}), "EVIDENCE_WEAK");
  assertEquals(config({ line: 3 }), "");
  assertEquals(config({ excerpt: "debug: true" }), "");
  assertEquals(config({ excerpt: "debug on" }), "EVIDENCE_WEAK");
});

Deno.test("An absence lists where it was looked for, and its result is exactly `absent`", () => {
  assertEquals(codes(seen(absence({ result: " ABSENT " }))), "");
  assertEquals(codes(seen(absence({ result: "absent, mostly" }))), "EVIDENCE_WEAK");
  const { searched_in: _, ...nowhere } = absence();
  assertEquals(codes(seen(nowhere)), "EVIDENCE_WEAK");
  const { result: __, ...open } = absence();
  assertEquals(codes(seen(open)), "EVIDENCE_WEAK");
  assertEquals(codes(seen(absence({ searched_in: ["../elsewhere"] }))), "EVIDENCE_PATH");
});

Deno.test("A log is quoted", () => {
  const { excerpt: _, ...mute } = evidence({ type: "log" });
  assertEquals(codes(seen(mute)), "EVIDENCE_WEAK");
});

Deno.test("Paths of evidence are portable and relative, lines count from 1, excerpts are short", () => {
  for (const path of ["/etc/passwd", "../x", "C:\\x", "~/x", "a\u202eb", "nul"]) {
    assertEquals(codes(withEvidence(evidence({ path }))), "EVIDENCE_PATH");
  }
  for (const line of [0, -1, 10_000_001]) {
    assertEquals(codes(withEvidence(evidence({ line }))), "EVIDENCE_LINE");
  }
  for (const excerpt of ["", " \u200b", "word ".repeat(1000)]) {
    assertEquals(codes(withEvidence(evidence({ excerpt }))), "EVIDENCE_EXCERPT");
  }
});

Deno.test("Nothing here verifies a target: TARGET_VERIFIED is EVIDENCE_VALIDATION_LEVEL", () => {
  const level = (validation_level: string) => codes(withEvidence(evidence({ validation_level })));
  assertEquals(level("TARGET_VERIFIED"), "EVIDENCE_VALIDATION_LEVEL");
  assertEquals(level("STRUCTURALLY_VALIDATED"), "");
});

Deno.test("A cited rule is known and not repealed; packages bring rules of their own", () => {
  const own = [
    { rule_id: "OWN-1", status: "en_vigueur" },
    { rule_id: "OWN-2", status: "abroge" },
  ] as const;
  const cite = (rule_id: string) =>
    validateReport(report(finding({ rule_id })), { today: TODAY, rules: own }).map(({ code }) => code).join();
  assertEquals(cite("MADE-UP"), "UNKNOWN_RULE");
  assertEquals(cite("OWN-1"), "");
  assertEquals(cite("OWN-2"), "RULE_REPEALED");
});

Deno.test("A domain that holds what cannot be seen is DOMAIN_INVALID", () => {
  assertEquals(codes(observed({ domain: "qual\u200bity" })), "DOMAIN_INVALID");
  assertEquals(codes(observed({ domain: "a/b\\c" })), "DOMAIN_INVALID");
});

Deno.test("The three axes of the law are given all or none", () => {
  const axes = {
    observation_status: "OBSERVED",
    legal_basis_status: "UNVERIFIED_CURRENT",
    decision: "SUSPECTED",
  };
  assertEquals(codes(observed({ status: "SUSPECTED", ...axes })), "");
  for (const left of Object.keys(axes)) {
    const some = Object.fromEntries(Object.entries(axes).filter(([key]) => key !== left));
    assertEquals(codes(observed({ status: "SUSPECTED", ...some })), "AXES_INCOMPLETE");
  }
});

Deno.test("A confirmed decision stands on verified law, and status, observation and decision agree", () => {
  const axes = (status: string, [observation_status, legal_basis_status, decision]: readonly string[]) =>
    codes(finding({ status, observation_status, legal_basis_status, decision }));
  assertEquals(axes("CONFIRMED", ["CONFIRMED", "STALE", "CONFIRMED"]), "AXES_CONTRADICTION");
  assertEquals(axes("OBSERVED", ["OBSERVED", "VERIFIED_CURRENT", "CONFIRMED"]), "STATE_INCOHERENT");
  assertEquals(axes("CONFIRMED", ["CONFIRMED", "VERIFIED_CURRENT", "SUSPECTED"]), "STATE_INCOHERENT");
  assertEquals(axes("CONFIRMED", ["OBSERVED", "VERIFIED_CURRENT", "CONFIRMED"]), "STATE_INCOHERENT");
  assertEquals(
    axes("CONFIRMED", ["CONFIRMED", "NOT_LEGAL", "CONFIRMED"]),
    "AXES_CONTRADICTION,STATE_INCOHERENT",
  );
  assertEquals(axes("CONFIRMED", ["CONFIRMED", "CONFLICTING_SOURCES", "CONFIRMED"]), "STATE_INCOHERENT");
  assertEquals(axes("SUSPECTED", ["SUSPECTED", "CONFLICTING_SOURCES", "SUSPECTED"]), "STATE_INCOHERENT");
  assertEquals(axes("SUSPECTED", ["SUSPECTED", "CONFLICTING_SOURCES", "HUMAN_REVIEW_REQUIRED"]), "");
});

Deno.test("The domain alone puts a finding under the legal regime, whatever it looks like", () => {
  for (const domain of ["legal", "Juridique", " REGULATORY", "l\u0435gal"]) {
    assertTrue(codes(finding({ domain })).includes("LEGAL_BASIS"), domain);
    assertTrue(codes(finding({ domain })).includes("AXES_INCOMPLETE"), domain);
  }
  assertEquals(codes(finding({ domain: "legal-tech" })), "");
});

Deno.test("The source of law is official, of its authority and jurisdiction, and was verified lately", () => {
  const source = (changes: Members) => codes(legalFinding({ legal_basis: basis(changes) }));
  assertEquals(source({ source_url: "https://evil.cnil.fr/x" }), "LEGAL_SOURCE");
  assertEquals(source({ source_url: "http://www.cnil.fr/x" }), "LEGAL_SOURCE");
  assertEquals(source({ authority: "Nobody" }), "LEGAL_AUTHORITY");
  assertEquals(source({ jurisdiction: "Atlantis" }), "LEGAL_JURISDICTION");
  assertEquals(source({ source_url: "https://eur-lex.europa.eu/x" }), "LEGAL_COHERENCE");
  assertEquals(source({ verified_on: "2026-08-28" }), "LEGAL_DATE,LIVE_CHECK");
  assertEquals(source({ verified_on: "2026-05-28" }), "LEGAL_STALE");
  assertEquals(source({ verified_on: "2026-05-29" }), "");
  assertEquals(source({ freshness_window_days: 0 }), "LEGAL_FRESHNESS,LIVE_CHECK");
  assertEquals(source({ rule_id: "EXAMPLE-002" }), "RULE_ID_MISMATCH");
});

Deno.test("A live check says how, when and with which result, and lies between the verification and today", () => {
  const live = (changes: Members) => codes(legalFinding({ legal_basis: basis({}, changes) }));
  assertEquals(live({ method: "rumour" }), "LIVE_CHECK");
  for (const checked_at of ["2026-02-30", "2026-08-28", "2026-07-31", "yesterday"]) {
    assertEquals(live({ checked_at }), "LIVE_CHECK", checked_at);
  }
  assertTrue(live({ result: "perhaps" }).includes("LIVE_CHECK"));
});

Deno.test("A confirmed finding about the law needs a live check that says en_vigueur", () => {
  const unverified = { observation_status: "CONFIRMED", legal_basis_status: "UNVERIFIED_CURRENT" };
  assertEquals(
    codes(legalFinding({ legal_basis: basis({}, { result: "modifie" }) })),
    "LEGAL_BASIS_STATUS,LEGAL_NO_LIVE_CHECK",
  );
  assertEquals(
    codes(legalFinding({ legal_basis: basis({}, { done: false }) })),
    "LEGAL_BASIS_STATUS,LEGAL_NO_LIVE_CHECK",
  );
  const suspected = { status: "SUSPECTED", observation_status: "SUSPECTED", decision: "SUSPECTED" };
  assertEquals(
    codes(legalFinding({ ...suspected, legal_basis: basis({}, { done: false }) })),
    "LEGAL_BASIS_STATUS",
  );
  assertEquals(
    codes(
      legalFinding({
        ...unverified,
        ...suspected,
        legal_basis_status: "STALE",
        legal_basis: basis({}, { done: false }),
      }),
    ),
    "",
  );
});

Deno.test("A secret anywhere in a finding is SECRET_UNMASKED, at its place and without being repeated", () => {
  const secret = "ghp_" + "aB3dE5".repeat(6);
  const places: [Members, string][] = [
    [{ title: `token ${secret}` }, "/findings/0/title"],
    [{ evidence: [evidence({ excerpt: `token = ${secret}` })] }, "/findings/0/evidence/0/excerpt"],
    [{ references: ["x", secret] }, "/findings/0/references/1"],
  ];
  for (const [changes, pointer] of places) {
    const issues = validateReport(report(finding(changes)), { today: TODAY });
    assertEquals(issues.map(({ code }) => code), ["SECRET_UNMASKED"]);
    assertTrue(issues[0]?.message.startsWith(`${pointer} `));
    assertTrue(!JSON.stringify(issues).includes(secret));
  }
});
