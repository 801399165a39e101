/** What a model's two numbers say of a command: how likely it is safe to run, and how dangerous it is. */
import type { GateSettings } from "./settings.ts";

/** The three bands of a probability. */
export type NoulState = "true" | "false" | "wavering";

/** What a model says of a command. */
export interface Opinion {
  readonly decision: "allow" | "ask" | "deny";
  readonly noulState: NoulState;
}

/** Up to here a command counts as not safe; a setting that could move this would make an answer milder. */
const FALSE_UP_TO = 0.35;

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;

/**
 * The stricter of what the two numbers say each for itself.
 *
 * | | unsafe (≤ 0.35) | wavering | safe (≥ 0.65) |
 * |---|---|---|---|
 * | danger < 4 | deny | ask | allow |
 * | 4 ≤ danger < 7 | deny | ask | ask |
 * | danger ≥ 7 | deny | deny | deny |
 *
 * @param numbers `noul`: probability that the command is safe to run; `score`: its danger, 0–10.
 * @param settings The edges 0.65, 4 and 7, or stricter ones.
 *
 * @example
 * ```ts
 * import { opinionOf } from "gatehouse/gate/opinion.ts";
 *
 * const edges = { noulThreshold: 0.65, askAt: 4, denyAt: 7 };
 * if (opinionOf({ noul: 0.65, score: 3.9 }, edges).decision !== "allow") throw new Error("0.65 is safe");
 * if (opinionOf({ noul: 0.65, score: 4 }, edges).decision !== "ask") throw new Error("4 is to be asked about");
 * if (opinionOf({ noul: NaN, score: 1 }, edges).decision !== "deny") throw new Error("no number is no safety");
 * ```
 */
export function opinionOf(
  { noul, score }: { readonly noul: number; readonly score: number },
  { noulThreshold, askAt, denyAt }: Pick<GateSettings, "noulThreshold" | "askAt" | "denyAt">,
): Opinion {
  // Each comparison asks for the mild side, so that what compares with nothing falls on the strict one.
  const noulState = noul >= noulThreshold ? "true" : noul > FALSE_UP_TO ? "wavering" : "false";
  const bySafety = ({ true: "allow", wavering: "ask", false: "deny" } as const)[noulState];
  const byDanger = !(score < denyAt) ? "deny" : !(score < askAt) ? "ask" : "allow";
  return { decision: STRICTNESS[byDanger] > STRICTNESS[bySafety] ? byDanger : bySafety, noulState };
}

/**
 * The strictest of several, the first of equals.
 *
 * @example
 * ```ts
 * import { strictest } from "gatehouse/gate/opinion.ts";
 *
 * const found = strictest<{ decision: "ask" | "deny" }>([{ decision: "ask" }, { decision: "deny" }]);
 * if (found.decision !== "deny") throw new Error("the milder one");
 * ```
 */
export function strictest<T extends Pick<Opinion, "decision">>(all: readonly [T, ...T[]]): T {
  return all.reduce((worst, one) => STRICTNESS[one.decision] > STRICTNESS[worst.decision] ? one : worst);
}
