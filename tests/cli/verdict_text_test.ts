import type { ShownVerdict } from "gatehouse/cli/verdict.ts";
import { explainText, verdictText } from "gatehouse/cli/verdict_text.ts";
import { assertEquals } from "../assert.ts";

const PLAIN = { environment: {}, terminal: { stdin: false, stdout: false } };
const PART = { text: "rm -rf /", start: 5, end: 13 };
const FINDING = {
  rule: "files.root",
  verdict: "deny",
  reason: "Deletes everything",
  part: PART,
  safer: "rm -rf ./build",
};
const VERDICT: ShownVerdict = {
  decision: "deny",
  layer: "L0",
  grey: false,
  rule: FINDING.rule,
  reason: FINDING.reason,
  part: PART,
  safer: FINDING.safer,
  effects: [
    { kind: "delete", path: "/", below: true, recursive: true },
    { kind: "network", host: "example.com" },
    { kind: "write", path: "/tmp", unknown: true },
    { kind: "execute", program: "sh" },
  ],
  findings: [FINDING],
};

Deno.test("a verdict is shown as decision, rule, reason, part, safer way and effects", () => {
  assertEquals(
    verdictText(VERDICT, PLAIN),
    `deny    files.root: Deletes everything
part    rm -rf /  [bytes 5-13]
safer   rm -rf ./build
effects delete /* (and all below)
        network example.com
        write /tmp (not known which)
        execute sh
`,
  );
});

Deno.test("grey is said beside the reason", () => {
  const text = verdictText({ ...VERDICT, grey: true, part: null, safer: null, effects: [] }, PLAIN);
  assertEquals(text, "deny    files.root: Deletes everything (grey)\n");
});

Deno.test("many effects are counted, not listed", () => {
  const effects = Array.from({ length: 20 }, (_, at) => ({ kind: "read", path: `/${at}` }));
  const lines = verdictText({ ...VERDICT, effects }, PLAIN).trimEnd().split("\n");
  assertEquals([lines.length, lines.at(-1)], [12, "        and 12 more"]);
});

Deno.test("a finding of no single command is shown under the line as a whole", () => {
  const text = explainText({ ...VERDICT, effects: [], calls: [] }, PLAIN);
  assertEquals(
    text.split("\n").slice(3),
    [
      "",
      "The line as a whole",
      "  deny  files.root: Deletes everything",
      "          safer: rm -rf ./build",
      "",
    ],
  );
});
