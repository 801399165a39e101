import { isLegalDomain, legalIssues } from "../../../lib/skills/validator/legal.ts";
import { assertEquals, assertIncludes } from "../../assert.ts";
import { problems } from "./check.ts";

const RULE: Readonly<Record<string, unknown>> = {
  rule_id: "FR-001",
  jurisdiction: "FR",
  authority: "CNIL",
  title: "Cookies",
  source_url: "https://www.cnil.fr/fr/cookies",
  verified_on: "2026-08-01",
  freshness_window_days: 90,
  applicability: "Sites that set cookies",
  confidence: "HIGH",
  status: "en_vigueur",
};

/** The codes for a rule with these fields; a field given as undefined is left out. */
function codes(fields: Readonly<Record<string, unknown>>): string[] {
  const value = Object.fromEntries(
    Object.entries({ ...RULE, ...fields }).filter(([, field]) => field !== undefined),
  );
  return legalIssues([{ file: "rules/a.json", value, lineOf: () => 1 }], {
    today: "2026-08-27",
    rulesPath: "rules",
  })
    .map(({ code }) => code);
}

Deno.test("a domain of the law is one in any case and look, and no other domain is", () => {
  for (
    const domain of [
      "legal",
      "LEGAL",
      " Juridique ",
      "regulatory",
      "compliance",
      "ｌｅｇａｌ",
      "l\u0435gal",
      "le\u200bgal",
    ]
  ) {
    assertEquals(isLegalDomain(domain), true, domain);
  }
  for (const domain of ["engineering", "legal-tech", "illegal", "legal audit", "compliances"]) {
    assertEquals(isLegalDomain(domain), false, domain);
  }
});

Deno.test("a rule that names its source, its day and its status passes, on the last day of its window too", () => {
  assertEquals(codes({}), []);
  assertEquals(codes({ verified_on: "2026-08-27" }), []);
  assertEquals(codes({ verified_on: "2026-08-20", freshness_window_days: 7 }), []);
  assertEquals(
    codes({
      jurisdiction: "France",
      authority: "Legifrance",
      source_url: "https://legifrance.gouv.fr:443/x",
    }),
    [],
  );
  assertEquals(
    codes({ jurisdiction: "EEA", authority: "EDPB", source_url: "https://edpb.europa.eu/x?y#z" }),
    [],
  );
  assertEquals(codes({ applicability: ["a", "b"], status: "modifie", confidence: "UNKNOWN" }), []);
});

Deno.test("behaviour 34: a day in the future, a rule too old, and an authority on another's host are refused", () => {
  assertEquals(codes({ verified_on: "2026-08-28" }), ["LEGAL_DATE"]);
  assertEquals(codes({ verified_on: "2026-08-19", freshness_window_days: 7 }), ["LEGAL_STALE"]);
  assertEquals(codes({ source_url: "https://eur-lex.europa.eu/x" }), ["LEGAL_COHERENCE"]);
  assertEquals(codes({ jurisdiction: "EU" }), ["LEGAL_COHERENCE"]);
});

Deno.test("behaviour 35: only the listed sub-domains of an official host are official", () => {
  assertEquals(codes({ source_url: "https://www.cnil.fr/x" }), []);
  assertEquals(codes({ source_url: "https://cnil.fr" }), []);
  for (
    const url of [
      "https://evil.cnil.fr/x",
      "https://cnil.fr.evil.example/x",
      "https://www.www.cnil.fr/",
      "https://www.edpb.europa.eu/x",
      "http://www.cnil.fr/x",
      "https://www.cnil.fr@evil.example/",
      "https://user@www.cnil.fr/",
      "https://www.cnil.fr:8443/",
      "https://www.cnil.fr./",
      "https:\\\\www.cnil.fr\\x",
      "https://www.cnil.fr\\@evil.example/",
      " https://www.cnil.fr/",
      "//www.cnil.fr/",
      "www.cnil.fr",
    ]
  ) assertEquals(codes({ source_url: url }), ["LEGAL_SOURCE"], url);
});

Deno.test("every field must be there and be what it is", () => {
  for (const field of Object.keys(RULE)) {
    const found = codes({ [field]: undefined }).filter((code) => code !== "LEGAL_NO_RULES");
    assertEquals(found, ["LEGAL_RULE_FIELD"], field);
  }
  for (
    const field of Object.keys(RULE).filter((name) => name !== "freshness_window_days" && name !== "rule_id")
  ) {
    assertEquals(codes({ [field]: 5 }), ["LEGAL_TYPE"], field);
    assertEquals(codes({ [field]: " " }), ["LEGAL_TYPE"], field);
  }
  assertEquals(codes({ confidence: "SURE" }), ["LEGAL_TYPE"]);
  assertEquals(codes({ applicability: [] }), ["LEGAL_TYPE"]);
  assertEquals(codes({ status: "en vigueur" }), ["LEGAL_RULE_STATUS"]);
  assertEquals(codes({ status: "abroge" }), ["LEGAL_RULE_REPEALED"]);
  assertEquals(codes({ jurisdiction: "Mars" }), ["LEGAL_JURISDICTION"]);
  assertEquals(codes({ jurisdiction: "US" }), ["LEGAL_JURISDICTION_UNSUPPORTED"]);
  assertEquals(codes({ authority: "FBI" }), ["LEGAL_AUTHORITY"]);
  for (const window of [0, 366, 1.5, "90", null]) {
    assertEquals(codes({ freshness_window_days: window }), ["LEGAL_FRESHNESS"], String(window));
  }
  for (const day of ["2026-02-30", "26-08-01", "2026-08-01T00:00:00Z", "yesterday"]) {
    assertEquals(codes({ verified_on: day }), ["LEGAL_DATE"], day);
  }
});

Deno.test("a package of the law needs a rule with an id, and only such a package is held to all this", async () => {
  const legal = { domain: "compliance" };
  assertEquals(await problems({ manifest: legal }), ["LEGAL_NO_RULES rules"]);
  const loose = { "rules/a.json": '{"rule_id": "A-1"}', "rules/b.json": "[]" };
  assertEquals(await problems({ files: loose }), []);
  assertEquals((await problems({ manifest: legal, files: loose })).length, 9);
  const sound = { "rules/a.json": JSON.stringify(RULE, null, 2) };
  assertEquals(await problems({ manifest: legal, files: sound }), []);
  const stale = { "rules/a.json": JSON.stringify({ ...RULE, verified_on: "2025-01-01" }, null, 2) };
  assertEquals(await problems({ manifest: legal, files: stale }), ["LEGAL_STALE rules/a.json:7"]);
});

Deno.test("the advice names what would do", () => {
  const value = { ...RULE, source_url: "https://eur-lex.europa.eu/x" };
  const [issue] = legalIssues([{ file: "a", value, lineOf: () => 1 }], {
    today: "2026-08-27",
    rulesPath: "rules",
  });
  assertIncludes(issue?.mend ?? "", "www.cnil.fr");
});
