/** Proves that a stored plan comes out again: what to ask the planner for, and how its answer compares. */
import { z } from "zod";
import { ToolError } from "../../core/errors.ts";
import { type PlanDocument, readPlanDocument } from "../planner/document.ts";
import { type Replay, replay } from "../planner/replay.ts";
import { parseJson } from "../text/strict_json.ts";

const asked = z.strictObject({ stored: z.unknown(), now: z.unknown().optional() });

/** Bytes of a stored plan: 2 MiB, more than any answer has. */
const MAX_BYTES = 2_097_152;

/** The arguments of the tool that make the plan again, but for its target. */
export interface ReplayArguments {
  readonly arguments: Readonly<Record<string, unknown>>;
}

/**
 * Without `now`: the arguments to plan again with. With it, the comparison of both.
 *
 * @param given `stored`: what was kept of a plan with digests, as the text of a JSON document or as its value; `now`:
 * the answer to those arguments.
 * @throws ToolError `REPLAY_INVALID` for what is no plan with digests.
 *
 * @example
 * ```ts
 * import compare from "gatehouse/skills/commands/replay.ts";
 *
 * const code = await compare({ stored: { plan: {} } }).then(() => "", (error) => error.code);
 * if (code !== "REPLAY_INVALID") throw new Error(code);
 * ```
 */
export default async function compare(given: unknown): Promise<ReplayArguments | Replay> {
  const { stored, now } = await asked.parseAsync(given);
  const document = read(typeof stored === "string" ? parsed(stored) : stored);
  return now === undefined ? { arguments: argumentsOf(document) } : replay(document, read(now));
}

/** A document that two readers may read in two ways proves nothing, so that it is read as strictly as a package's. */
function parsed(text: string): unknown {
  const result = parseJson(text, { file: "the stored plan", maxBytes: MAX_BYTES });
  if (result.ok) return result.value;
  const { message, mend, line } = result.issue;
  const place = line === undefined ? "" : `, line ${line}`;
  throw new ToolError("REPLAY_INVALID", `The stored plan is no strict JSON: ${message}${place}`, {
    next: mend,
  });
}

function read(value: unknown): PlanDocument {
  const result = readPlanDocument(value);
  if (result.ok) return result.document;
  const [first] = result.issues;
  throw new ToolError(first?.code ?? "REPLAY_INVALID", first?.message ?? "The document is no stored plan", {
    next: first?.mend ?? "Store a plan with its digests",
  });
}

/** The gap rules are the operator's: when they have changed, the digest of the parameters says so. */
function argumentsOf({ parameters }: PlanDocument): Readonly<Record<string, unknown>> {
  const { root_ids, today, plan_version } = parameters;
  const shared = { root_ids, today, plan_version };
  if (parameters.plan_version === "1.0") {
    return { ...shared, ...(parameters.constraints === null ? {} : { constraints: parameters.constraints }) };
  }
  const { client_capabilities, accept_likely } = parameters;
  return {
    ...shared,
    ...(client_capabilities === null ? {} : { client_capabilities }),
    ...(accept_likely.length === 0 ? {} : { accept_likely }),
  };
}
