/** Whether what was found is small enough to be kept and to be answered with. */
import type { Discovery, Issue, Limits, Skill } from "../types.ts";
import { documentOf, summaryOf } from "./shapes.ts";

const encoder = new TextEncoder();

/**
 * `SKILL_SNAPSHOT_LIMIT` when the skills together are too large to be kept, `SKILL_RESULT_LIMIT` when the list of them, or
 * one of them, is too large an answer; null when all is well.
 *
 * @example
 * ```ts
 * import { LIMITS } from "gatehouse/skills/contract/limits.ts";
 * import { fits } from "gatehouse/skills/registry/sizes.ts";
 *
 * const discovery = { complete: true, fatal_codes: [], records: [] };
 * if (fits([], { discovery, limits: LIMITS }) !== null) throw new Error("too large");
 * if (fits([], { discovery, limits: { ...LIMITS, resultBytes: 10 } }) === null) throw new Error("no limit");
 * ```
 */
export function fits(
  skills: readonly Skill[],
  { discovery, limits }: { readonly discovery: Discovery; readonly limits: Limits },
): Issue | null {
  const around = bytesOf(discovery) + '{"discovery":,"skill":}'.length;
  let kept = 2;
  let listed = around + 2;
  for (const skill of skills) {
    const document = bytesOf(documentOf(skill));
    kept += document + bytesOf(skill.manifest) + 1;
    listed += bytesOf(summaryOf(skill)) + 1;
    if (kept > limits.snapshotBytes) {
      return tooLarge(
        "SKILL_SNAPSHOT_LIMIT",
        `The skills have more than ${limits.snapshotBytes} bytes together`,
      );
    }
    if (around + document > limits.resultBytes) return answerTooLarge(limits);
  }
  return listed > limits.resultBytes ? answerTooLarge(limits) : null;
}

function answerTooLarge({ resultBytes }: Limits): Issue {
  return tooLarge("SKILL_RESULT_LIMIT", `An answer about the skills has more than ${resultBytes} bytes`);
}

function tooLarge(code: string, message: string): Issue {
  return { code, message, file: "", mend: "Choose fewer roots, or shorten what the packages say" };
}

function bytesOf(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).byteLength;
}
