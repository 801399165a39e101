import { readVerdict } from "gatehouse/flow/roles/verdict.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

const OK = '{"approved": true, "summary": "good", "issues": []}';

Deno.test("a verdict is one JSON object, with or without one code fence around it", () => {
  for (
    const text of [
      OK,
      ` \n${OK}\n`,
      `\`\`\`json\n${OK}\n\`\`\``,
      `\`\`\`\n${OK}\`\`\``,
      `\`\`\`JSON\r\n${OK}\r\n\`\`\` `,
    ]
  ) {
    assertEquals(readVerdict(text), { approved: true, summary: "good", issues: [] }, text);
  }
});

Deno.test("nothing but a strict verdict is one", () => {
  const texts = [
    "Looks great",
    "",
    `Verdict: ${OK}`,
    `${OK} trailing`,
    `${OK}${OK}`,
    `[${OK}]`,
    "null",
    "true",
    '{"approved": "true"}',
    '{"approved": 1}',
    '{"issues": []}',
    '{"approved": true, "issues": "x"}',
    '{"approved": true, "issues": null}',
    '{"approved": true, "issues": {}}',
    `\`\`\`\`\`\`json\n${OK}\n\`\`\``,
    `\`\`\`json\n${OK}`,
    "[".repeat(500_000),
  ];
  for (const text of texts) assertEquals(typeof readVerdict(text), "string", text.slice(0, 60));
});

Deno.test("what is wrong with a verdict is said", () => {
  assertEquals(readVerdict('{"approved": 1}'), "The review has no boolean `approved`");
  assertEquals(readVerdict('{"approved": true, "issues": null}'), "The review's `issues` is no list");
  assertEquals(readVerdict("[]"), "The review is JSON but no object");
});

Deno.test("issues and summary of a verdict are optional, and bounded", () => {
  assertEquals(readVerdict('{"approved": false}'), { approved: false, summary: "", issues: [] });
  const issues = Array.from({ length: 100 }, () => "x".repeat(10_000));
  const verdict = readVerdict(
    JSON.stringify({ approved: false, summary: { long: "y".repeat(99_999) }, issues }),
  );
  assertTrue(typeof verdict !== "string");
  assertEquals([verdict.summary.length, verdict.issues.length], [16_000, 50]);
  assertTrue(JSON.stringify(verdict.issues).length < 110_000);
});

Deno.test("what is listed as findings counts as issues", () => {
  const review = { approved: true, summary: "", findings: ["unsafe"] };
  assertEquals(readVerdict(JSON.stringify(review)), { approved: true, summary: "", issues: ["unsafe"] });
  assertEquals(readVerdict(JSON.stringify({ ...review, issues: ["slow"] })), {
    approved: true,
    summary: "",
    issues: ["slow", "unsafe"],
  });
  assertEquals(readVerdict('{"approved": true, "findings": "x"}'), "The review's `findings` is no list");
});

Deno.test("an issue that is nested too deep to be written makes no verdict", () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  assertEquals(typeof readVerdict(`{"approved": true, "issues": [${deep}]}`), "string");
});
