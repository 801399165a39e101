/** Phase 7 of a call: the tool's own question, or the approval of a change, and phase 9 for what a person answered. */
import { bindingText } from "./approval.ts";
import { requireApproval } from "./change.ts";
import type { Deadline } from "./deadline.ts";
import { ToolError } from "./errors.ts";
import { APPROVAL_KEY, approvalForm, approves, type Shown, showsForms } from "./approval_form.ts";
import type { Call, House } from "./invoke.ts";
import type { Confirmation, InputRequest } from "./question.ts";
import type { Opened } from "./seal.ts";
import type { Soon } from "./soon.ts";
import type { RunContext, Tool } from "./tool.ts";
import type { CallTrace } from "./trace.ts";

/** A call that ends in a question. */
export interface Asking {
  readonly kind: "question";
  readonly requests: Readonly<Record<string, InputRequest>>;
  readonly state: string | undefined;
  /** What led to the question, for the record alone. */
  readonly judged?: Readonly<Record<string, unknown>>;
}

/** What is asked about. */
export interface About {
  readonly call: Call;
  readonly tool: Tool;
  readonly args: Readonly<Record<string, unknown>>;
  readonly deadline: Deadline;
  readonly context: RunContext;
  readonly trace?: CallTrace | null;
}

/**
 * The tool's own question.
 *
 * @throws Error when the tool authorises a call without a state.
 *
 * @example
 * ```ts
 * import { confirm } from "gatehouse/core/confirm.ts";
 *
 * if (confirm.length !== 2) throw new Error("see the tests of the call's path");
 * ```
 */
export async function confirm(
  house: House,
  { call, tool, args, deadline, context, trace }: About,
): Promise<Asking | { readonly kind: "go"; readonly carried: unknown }> {
  trace?.phase("confirm");
  const binding = () => JSON.stringify([call.principal, tool.name, args]);
  const decide = (opened: Opened | null): Soon<Confirmation> => {
    const exchange = {
      capabilities: call.capabilities ?? {},
      answers: call.answers ?? {},
      state: opened?.state,
      forged: call.state !== undefined && opened === null,
    };
    const decided = tool.confirm?.(args as never, exchange, context) ?? { kind: "go" };
    return decided instanceof Promise ? deadline.race(decided) : decided;
  };
  const opened = call.state === undefined ? null : await house.seal.open(call.state, binding());
  let decided = await decide(opened);
  if (decided.kind === "go" && decided.spend === true) {
    trace?.phase("spend");
    const spent = opened !== null && await deadline.race(house.spent.spend(opened.nonce, opened.until));
    // Spent before, by whomever: what came back counts for nothing.
    if (!spent) decided = await decide(null);
    if (!spent && decided.kind === "go" && decided.spend === true) {
      throw new Error(`${tool.name} authorises a call without a state`);
    }
  }
  if (decided.kind === "go") return { kind: "go", carried: decided.carried };
  const { requests, state, judged } = decided.question;
  const sealed = state === undefined ? undefined : await house.seal.close(state, binding());
  return { kind: "question", requests, state: sealed, ...(judged === undefined ? {} : { judged }) };
}

/**
 * Whether a change may be made: by an approval, or where the operator wants it so by the answer of the client's own
 * person. An approval is spent later; an answer at once, before the lock, because its state was shown.
 *
 * @returns `agreed`: a person said so to exactly this call.
 * @throws ToolError `AUTHORIZATION_FAILED`, `AMBIGUOUS_OUTCOME`.
 *
 * @example
 * ```ts
 * import { permit } from "gatehouse/core/confirm.ts";
 *
 * if (permit.length !== 2) throw new Error("see the tests of the approvals");
 * ```
 */
export async function permit(
  house: House,
  { call, tool, args, claim, secrets, deadline, context, trace }: About & Omit<Shown, "effects">,
): Promise<Asking | { readonly kind: "go"; readonly agreed: boolean }> {
  trace?.phase("approve");
  const effects = await foreseen(tool, { args, context, deadline });
  const binding = bindingText(claim.binding);
  const asks = house.policy.elicits && showsForms(call.capabilities ?? {});
  if (asks && call.state !== undefined) {
    const opened = await house.seal.open(call.state, binding);
    const answer = call.answers?.[APPROVAL_KEY];
    if (opened !== null && answer !== undefined) {
      if (!approves(answer)) {
        // A no uses the question up as well: nobody turns it into a yes afterwards.
        await deadline.race(house.spent.spend(opened.nonce, opened.until));
        throw new ToolError("AUTHORIZATION_FAILED", "A person declined this change", {
          next: "Do not ask for it again; tell the person you work for",
        });
      }
      if (await deadline.race(house.spent.spend(opened.nonce, opened.until))) {
        return { kind: "go", agreed: true };
      }
    }
  }
  const { approvals } = house;
  const failure = await deadline.race(
    requireApproval(approvals, claim, { record: !asks, secrets, effects }).then(() => null, (error) => error),
  );
  if (failure === null) return { kind: "go", agreed: false };
  const form = asks && approvals !== null && failure.code === "AUTHORIZATION_FAILED"
    ? approvalForm(tool, { claim, secrets, effects })
    : null;
  if (form === null) throw failure;
  return {
    kind: "question",
    requests: { [APPROVAL_KEY]: form },
    state: await house.seal.close("approval", binding),
  };
}

/**
 * What a call would do, a line each.
 *
 * @throws ToolError as the tool refuses the call.
 *
 * @example
 * ```ts
 * import { foreseen } from "gatehouse/core/confirm.ts";
 *
 * if (foreseen.length !== 2) throw new Error("see the tests of the approvals");
 * ```
 */
export async function foreseen(
  tool: Tool,
  { args, context, deadline }: Pick<About, "args" | "context" | "deadline">,
): Promise<readonly string[]> {
  const told = tool.foresee?.(args as never, context) ?? [];
  return told instanceof Promise ? await deadline.race(told) : told;
}
