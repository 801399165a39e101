/** What the audit log keeps of a judgement. */
import type { Digested, Facts } from "../core/audit.ts";
import type { Questioned, Settled } from "../core/encode.ts";
import { frozen, isFrozen } from "../core/frozen.ts";
import type { Answer } from "./answer.ts";
import { type Fingerprinted, fingerprintText } from "./fingerprint.ts";

/**
 * The facts of an ended call: what was asked, what was decided by which rules and engine, what a person said to it, and
 * the fingerprint. Arguments that were refused led to no verdict and leave no facts.
 *
 * @param ended The call.
 * @param ruleset Digest of the operator's rules; null when there are none.
 *
 * @example
 * ```ts
 * import { ToolError } from "gatehouse/core/errors.ts";
 * import { factsOf } from "gatehouse/gate/facts.ts";
 * import { gate } from "gatehouse/gate/tools/gate.ts";
 *
 * const error = new ToolError("DEADLINE", "Too late");
 * const facts = factsOf({ tool: gate, args: { command: "ls" }, ok: false, error }, null);
 * if (facts["decision"] !== "deny") throw new Error("a failure is a refusal");
 * ```
 */
export function factsOf(ended: Settled | Questioned, ruleset: string | null): Facts {
  if (ended.ok === false && ended.error.code === "ARGUMENTS_INVALID") return {};
  // Refused arguments were sorted out above, so these are the ones that the schema accepted.
  const asked = ended.args as Fingerprinted;
  const sha256 = fingerprintText(asked, ruleset);
  const { value } = ended.ok === false ? {} : ended;
  const before = value === undefined ? undefined : told.get(value);
  if (before?.fingerprint.sha256 === sha256) return before;
  const facts = {
    command: asked.command,
    cwd: asked.cwd ?? null,
    ...decided(ended),
    fingerprint: { sha256 },
  };
  if (value !== undefined && isFrozen(value)) told.set(value, frozen(facts));
  return facts;
}

/** What was last told of an answer that was handed out again; the fingerprint says whether the rest was the same too. */
const told = new WeakMap<object, Facts & { readonly fingerprint: Digested }>();

function decided(ended: Settled | Questioned): Facts {
  // A judge that failed is a refusal, and a question is the ask that nobody has answered yet.
  if (ended.ok === false) return { decision: "deny", layer: "fail_closed", rule: "gate.no_verdict" };
  if (ended.value === undefined) return { decision: "ask" };
  // The value has passed the tool's output schema, or is the answer that became a question.
  const { decision, layer, grey, rule, findings, engine, error, confirmation } = ended
    .value as unknown as Answer;
  const rules = new Set(findings.map((finding) => finding.rule));
  return {
    decision,
    layer,
    grey,
    rule,
    rules: [...rules].join(" "),
    engine,
    ...(error === undefined ? {} : { error }),
    confirmation,
  };
}
