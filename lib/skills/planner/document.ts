/** A plan with all that makes it repeatable, as it is stored. */
import { isRecord } from "../../core/record.ts";
import { oneLine } from "../../core/bounds.ts";
import type { Issue } from "../types.ts";
import type { Digests } from "./digests.ts";
import { parametersProblem } from "./parameters.ts";
import type { B3Plan, LegacyPlan, PlanParameters } from "./types.ts";

/** A plan, what it was made under, and the digests of all that it was made of. */
export interface PlanDocument {
  readonly plan: B3Plan | LegacyPlan;
  readonly parameters: PlanParameters;
  readonly digests: Digests;
}

/** A document, or why there is none. */
export type DocumentResult =
  | { readonly ok: true; readonly document: PlanDocument }
  | { readonly ok: false; readonly issues: readonly Issue[] };

const PARTS = ["profile", "catalogue", "parameters", "plan"] as const;
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * A stored document out of a JSON value that others may have changed; other members of it, such as the rest of a
 * tool's answer, are left out. The parameters are checked as far as planning again needs it.
 *
 * @example
 * ```ts
 * import { readPlanDocument } from "gatehouse/skills/planner/document.ts";
 *
 * const read = readPlanDocument({ plan: {}, digests: {} });
 * if (read.ok || read.issues[0]?.code !== "REPLAY_INVALID") throw new Error("half a document accepted");
 * ```
 */
export function readPlanDocument(value: unknown): DocumentResult {
  if (!isRecord(value)) return refused("The document is not an object");
  const { plan, digests, parameters } = value;
  if (!isRecord(plan)) return refused("The document has no plan");
  if (!isRecord(digests)) return refused("The document has no digests");
  if (!isRecord(parameters)) return refused("The document has no parameters");
  const bad = PARTS.find((part) => typeof digests[part] !== "string" || !SHA256.test(digests[part]));
  if (bad !== undefined) return refused(`The document's digest of the ${bad} is no SHA-256`);
  const strange = Object.keys(digests).find((key) => !(PARTS as readonly string[]).includes(key));
  if (strange !== undefined) {
    return refused(`The document has a digest of ${oneLine(strange, 80)}, which is nothing`);
  }
  const problem = parametersProblem(parameters);
  if (problem !== null) return refused(`The document's parameters ${problem}`);
  if (plan["plan_version"] !== parameters["plan_version"]) {
    return refused("The document's plan is of another format than its parameters ask for");
  }
  // The digests and the parameters were checked above. The plan is compared and never acted on.
  return { ok: true, document: { plan, digests, parameters } as unknown as PlanDocument };
}

function refused(message: string): DocumentResult {
  return {
    ok: false,
    issues: [{
      code: "REPLAY_INVALID",
      message,
      file: "",
      mend: "Store a plan together with its digests and parameters, exactly as it was given",
    }],
  };
}
