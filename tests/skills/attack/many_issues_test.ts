/** Documents with so much wrong that telling it must not take longer than finding it. */
import fc from "fast-check";
import { validateReport } from "../../../lib/skills/findings/report.ts";
import { parseJson } from "../../../lib/skills/text/strict_json.ts";
import { lineAt, linesOf } from "../../../lib/skills/text/utf8.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import { TODAY } from "../validator/check.ts";

Deno.test("property: lines that are counted once are those that are counted each time", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "\n", "\r", "\r\n", "é")), fc.nat(60), (parts, offset) => {
      const text = parts.join("");
      assertEquals(linesOf(text)(offset), lineAt(text, offset));
    }),
  );
});

Deno.test("the line of a value costs no pass over the document", () => {
  const evidence = Array.from({ length: 10_000 }, () => ({ type: "file", path: "../x", line: 1e9 }));
  const text = JSON.stringify({ findings: [{ evidence }] }, null, 1);
  const read = parseJson(text, { file: "report.json" });
  assertTrue(read.ok);
  const exec = String.prototype.charCodeAt;
  let units = 0;
  String.prototype.charCodeAt = function (at) {
    units++;
    return exec.call(this, at);
  };
  try {
    const { lineOf } = read;
    const issues = validateReport(read.value, { file: "report.json", today: TODAY, rules: [], lineOf });
    assertTrue(issues.length > 100);
  } finally {
    String.prototype.charCodeAt = exec;
  }
  assertTrue(units < 10 * text.length, `${units} units of ${text.length}`);
});
