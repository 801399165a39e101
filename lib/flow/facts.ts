/** What the audit log keeps of a call: how it ended and how much it took, and nothing that anybody wrote. */
import type { Facts } from "../core/audit.ts";
import type { Questioned, Settled } from "../core/encode.ts";
import { isRecord } from "../core/record.ts";

/** Names of checks, and codes, that one row has. */
const MAX_LISTED = 32;

/**
 * The facts of an ended call. A call without a report leaves none but its outcome.
 *
 * @example
 * ```ts
 * import { factsOf } from "gatehouse/flow/facts.ts";
 * import { flowRun } from "gatehouse/flow/tools/flow_run.ts";
 *
 * const value = { status: "ok", verified: true, changed_files: ["a.py"], model_calls: 4 };
 * const facts = factsOf({ tool: flowRun, args: { task: "x" }, ok: true, value });
 * if (facts["changed_files"] !== 1 || "task" in facts) throw new Error(JSON.stringify(facts));
 * ```
 */
export function factsOf(ended: Settled | Questioned): Facts {
  if (ended.ok !== true) return {};
  const { status, verified, trusted, changed_files, changed_tests, checks, reasons, ...counts } = ended.value;
  return given({
    status: typeof status === "string" ? status : undefined,
    verified: verified === undefined ? undefined : String(verified),
    trusted: trusted === undefined ? undefined : String(trusted),
    reasons: listed(reasons, ({ code }) => String(code)),
    checks: ended.tool.access === "read"
      ? undefined
      : listed(checks, (check) => `${check["name"]}:${check["status"]}`),
    changed_files: lengthOf(changed_files),
    changed_tests: lengthOf(changed_tests),
    model_calls: numberIn(counts["model_calls"]),
    tool_calls: numberIn(counts["tool_calls"]),
    cycles: numberIn(counts["cycles"]),
  });
}

function listed(
  list: unknown,
  word: (item: Readonly<Record<string, unknown>>) => string,
): string | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  return list.slice(0, MAX_LISTED).filter(isRecord).map(word).join(" ");
}

function lengthOf(list: unknown): number | undefined {
  return Array.isArray(list) ? list.length : undefined;
}

function numberIn(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function given(facts: Readonly<Record<string, string | number | undefined>>): Facts {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) => fact === undefined ? [] : [[name, fact]]),
  );
}
