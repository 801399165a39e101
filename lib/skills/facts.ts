/** What the audit log keeps of a call. */
import type { Facts } from "../core/audit.ts";
import type { Questioned, Settled } from "../core/encode.ts";

/** The arguments and answer fields that are kept, as the tools' schemas have them. */
interface Asked {
  readonly target?: string;
  readonly root_ids?: readonly string[];
  readonly today?: string;
  readonly skill_id?: string;
  readonly document?: string;
  readonly plan_version?: string;
}

interface Answered {
  readonly codes?: readonly string[];
  readonly code?: string;
  readonly masked?: number;
  readonly plan?: { readonly plan_status?: string };
  readonly digests?: { readonly plan: string };
}

/**
 * The facts of an ended call: what was asked about, under which day, and what came of it. Refused arguments leave none.
 *
 * @example
 * ```ts
 * import { ToolError } from "gatehouse/core/errors.ts";
 * import { factsOf } from "gatehouse/skills/facts.ts";
 * import { detect } from "gatehouse/skills/tools/detect.ts";
 *
 * const facts = factsOf({ tool: detect, args: { target: "/srv" }, ok: true, value: { codes: ["PROJECT_TARGET"] } });
 * if (facts["target"] !== "/srv" || facts["codes"] !== "PROJECT_TARGET") throw new Error(JSON.stringify(facts));
 * ```
 */
export function factsOf(ended: Settled | Questioned): Facts {
  if (ended.ok === false && ended.error.code === "ARGUMENTS_INVALID") return {};
  // Refused arguments were sorted out above, so these are the ones that the schema accepted.
  const { target, root_ids, today, skill_id, document, plan_version } = ended.args as Asked;
  // A value has passed the tool's output schema.
  const { codes, code, masked, plan, digests } = (ended.ok === true ? ended.value : {}) as Answered;
  return given({
    target,
    roots: root_ids?.join(" "),
    today,
    skill: skill_id,
    document,
    plan_version,
    plan_status: plan?.plan_status,
    plan_digest: digests?.plan,
    codes: codes?.join(" ") ?? code,
    masked,
  });
}

function given(facts: Readonly<Record<string, string | number | undefined>>): Facts {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) => fact === undefined ? [] : [[name, fact]]),
  );
}
