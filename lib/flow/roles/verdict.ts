/** A reviewer's verdict: one strict JSON object, or no approval. */
import { oneLine } from "../../core/bounds.ts";
import { isRecord } from "../../core/record.ts";
import { tooDeep } from "./nesting.ts";
import { cutToEncoded } from "./results.ts";

/** What a reviewer decided. */
export interface Verdict {
  readonly approved: boolean;
  /** At most 16,000 characters. */
  readonly summary: string;
  /** At most 50, each text of at most 2,000 characters of JSON. */
  readonly issues: readonly unknown[];
}

/** Characters of a verdict's summary. */
const MAX_SUMMARY = 16_000;
/** Issues that are kept, and characters of JSON of each. */
const MAX_ISSUES = 50;
const MAX_ISSUE = 2_000;

/** The schema that the answer to a repeated question for a verdict must have. */
export const VERDICT_SCHEMA: Readonly<Record<string, unknown>> = {
  type: "object",
  properties: {
    approved: { type: "boolean" },
    summary: { type: "string" },
    issues: { type: "array", items: { type: "string" } },
  },
  required: ["approved", "summary", "issues"],
  additionalProperties: false,
};

/**
 * Reads a verdict. The whole text, without one code fence around it, must be one JSON object whose `approved` is a
 * boolean and whose `issues` is missing or a list, and that says nothing twice: parsers differ in which of two they take.
 * What some models list as `findings` counts as issues. An approval that lists issues is read as it stands; what it is
 * worth is decided with the other conditions.
 *
 * @returns The verdict, or what is wrong with the text in one sentence.
 *
 * @example
 * ```ts
 * import { readVerdict } from "gatehouse/flow/roles/verdict.ts";
 *
 * const fence = "`".repeat(3);
 * const verdict = readVerdict(`${fence}json\n{"approved": true, "summary": "good", "issues": []}\n${fence}`);
 * if (typeof verdict === "string" || !verdict.approved) throw new Error("a fence is no fault");
 * if (typeof readVerdict('{"approved": "true"}') !== "string") throw new Error("a text is no boolean");
 * ```
 */
export function readVerdict(text: string): Verdict | string {
  try {
    const json = withoutFence(text);
    const value: unknown = JSON.parse(json);
    return saysTwice(json) ? "The review gives one of its names twice" : verdictOf(value);
  } catch {
    return `The review is no single JSON object: ${oneLine(text.trim(), 120)}`;
  }
}

function verdictOf(value: unknown): Verdict | string {
  if (!isRecord(value)) return "The review is JSON but no object";
  const { approved, issues = [], findings = [], summary = "" } = value;
  if (typeof approved !== "boolean") return "The review has no boolean `approved`";
  if (!Array.isArray(issues)) return "The review's `issues` is no list";
  if (!Array.isArray(findings)) return "The review's `findings` is no list";
  if (tooDeep(value)) return "The review is nested too deep";
  return {
    approved,
    summary: (typeof summary === "string" ? summary : JSON.stringify(summary)).slice(0, MAX_SUMMARY),
    issues: [...issues, ...findings].slice(0, MAX_ISSUES).map(boundedIssue),
  };
}

const TOKENS = /"(?:[^"\\]+|\\.)*"|[{}[\]:]/g;

/** @param json Of an object, known to be well formed. */
function saysTwice(json: string): boolean {
  const names = new Set<unknown>();
  let depth = 0;
  let text = "";
  for (const [token] of json.matchAll(TOKENS)) {
    if (token.startsWith('"')) text = token;
    else if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
    else if (depth === 1) {
      const name: unknown = JSON.parse(text);
      if (names.has(name)) return true;
      names.add(name);
    }
  }
  return false;
}

/** The text inside a single code fence that is all there is, or the text itself. */
function withoutFence(text: string): string {
  const trimmed = text.trim();
  const opening = /^```[a-z]{0,8}[ \t]*\r?\n/i.exec(trimmed)?.[0];
  if (opening === undefined || !trimmed.endsWith("```") || trimmed.length < opening.length + 3) {
    return trimmed;
  }
  return trimmed.slice(opening.length, -3);
}

function boundedIssue(issue: unknown): unknown {
  const json = JSON.stringify(issue);
  return json.length <= MAX_ISSUE ? issue : cutToEncoded(typeof issue === "string" ? issue : json, MAX_ISSUE);
}
