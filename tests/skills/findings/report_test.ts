import fc from "fast-check";
import { validateReport } from "../../../lib/skills/findings/report.ts";
import { parseJson } from "../../../lib/skills/text/strict_json.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { evidence, finding, type Members, report, TODAY } from "./samples.ts";

function codes(value: unknown, today = TODAY): string {
  return [...new Set(validateReport(value, { today }).map(({ code }) => code))].join();
}

Deno.test("A report of different findings of one skill passes", () => {
  assertEquals(codes(report(finding(), finding({ finding_id: "F-2" }))), "");
});

Deno.test("The date is injected and never guessed", () => {
  assertEquals(codes(report(finding()), ""), "TODAY_REQUIRED");
  for (const today of ["2026-02-30", "2026-7-1", "today"]) {
    assertEquals(codes(report(finding()), today), "TODAY_INVALID");
  }
});

Deno.test("A report without findings is EMPTY_REPORT: silence is no absence of risk", () => {
  assertEquals(codes(report()), "EMPTY_REPORT");
});

Deno.test("Findings with one id, or with one but for case and form, are DUP_FINDING", () => {
  assertEquals(codes(report(finding(), finding())), "DUP_FINDING");
  assertEquals(codes(report(finding(), finding({ finding_id: "ｆ-1" }))), "DUP_FINDING");
});

Deno.test("A report speaks of one skill", () => {
  assertEquals(codes(report(finding({ skill_id: "other" }))), "REPORT_SKILL_MISMATCH");
});

Deno.test("The shape of report and findings is checked first, with the codes of the schema", () => {
  const { title: _, ...untitled } = finding();
  assertEquals(codes(report(untitled)), "REQUIRED");
  assertEquals(codes(report(finding({ note: "x" }))), "UNKNOWN_PROPERTY");
  assertEquals(codes(report(finding({ title: "" }))), "EMPTY_STRING");
  assertEquals(codes({ ...report(finding()), version: "9.9" }), "ENUM");
  assertEquals(codes(report(finding({ severity: "P9" }))), "ENUM");
  assertEquals(codes(report(finding({ limitations: "none" }))), "TYPE");
  assertEquals(codes(report(finding({ evidence: [{ ...evidence(), searched_in: [] }] }))), "EMPTY_ARRAY");
  for (const strange of [null, 5, "report", [], [report(finding())]]) assertEquals(codes(strange), "TYPE");
  assertTrue(codes(report(5)).includes("TYPE"));
});

Deno.test("Every issue has a place, a line where the text is at hand, and says how to mend it", () => {
  const text = JSON.stringify(
    report(finding(), finding({ finding_id: "F-2", status: "REMEDIATED" })),
    null,
    2,
  );
  const read = parseJson(text, { file: "report.json" });
  assertTrue(read.ok);
  const issues = validateReport(read.value, { today: TODAY, file: "report.json", lineOf: read.lineOf });
  const line = text.split("\n").findIndex((one) => one.includes("REMEDIATED")) + 1;
  assertEquals(issues.length, 1);
  assertEquals([issues[0]?.file, issues[0]?.line], ["report.json", line]);
  assertIncludes(issues[0]?.message ?? "", "/findings/1/status");
  assertTrue(issues[0]?.mend !== "");
});

Deno.test("A report of many broken findings is answered within bounds, and says that there is more", () => {
  const issues = validateReport(report(...Array(20_000).fill({ status: "REMEDIATED", rule_id: "NONE" })), {
    today: TODAY,
  });
  assertEquals(issues.length, 500);
  assertEquals(issues.at(-1)?.code, "ISSUE_LIMIT");
});

Deno.test("A secret in the report itself is found", () => {
  assertTrue(
    codes({ ...report(finding()), skill_id: "ghp_" + "aB3dE5".repeat(6) }).includes("SECRET_UNMASKED"),
  );
});

/** Any JSON in the place of any member. */
const members = fc.dictionary(
  fc.constantFrom(
    ...Object.keys(finding()),
    "legal_basis",
    "decision",
    "observation_status",
    "status_reason",
  ),
  fc.oneof(fc.jsonValue(), fc.constantFrom("CONFIRMED", "BLOCKED", "legal", "HIGH")),
);

Deno.test("No report, however broken, crashes the check, and the same report has the same issues", () => {
  fc.assert(fc.property(members, (changes: Members) => {
    const value = report(finding(changes), changes, finding({ domain: "legal", ...changes }));
    const issues = validateReport(value, { today: TODAY });
    assertEquals(validateReport(JSON.parse(JSON.stringify(value)), { today: TODAY }), issues);
  }));
});
