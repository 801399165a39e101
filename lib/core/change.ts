/** Phases 7 to 10 of a call that changes its target: approval, lock, spending it, and the one run. */
import type { AuditLog } from "./audit.ts";
import type { Approvals, Begun } from "./approval.ts";
import type { Claim } from "./authorise.ts";
import { oneLine } from "./bounds.ts";
import type { Deadline } from "./deadline.ts";
import { ToolError } from "./errors.ts";
import { Locks } from "./locks.ts";
import type { Ongoing } from "./ongoing.ts";
import { redactValue } from "./redact.ts";
import { shownArguments } from "./shown_arguments.ts";
import type { Target } from "./target.ts";
import type { Tool } from "./tool.ts";
import type { CallTrace } from "./trace.ts";

/**
 * A change that may take long must have this many milliseconds left when its approval is spent: one that is cut off
 * half-way is worse than one that never began.
 */
const LONG_MS = 65_000;

/** Milliseconds that a long change may wait for its target and its turn. */
const REACH_MS = 530_000;

/**
 * How long a call of the tool may take, in milliseconds. A long change's own limit begins with the change: reaching the
 * target and waiting for its turn have a time of their own, as far as the policy allows, or a slow server could never be
 * changed.
 *
 * @example
 * ```ts
 * import { limitOf } from "gatehouse/core/change.ts";
 *
 * if (limitOf({ access: "write", timeoutMs: 70_000 }, 120_000) !== 120_000) throw new Error("too short");
 * if (limitOf({ access: "read", timeoutMs: 30_000 }, 120_000) !== 30_000) throw new Error("too long");
 * ```
 */
export function limitOf({ access, timeoutMs }: Pick<Tool, "access" | "timeoutMs">, maxMs: number): number {
  return access !== "read" && timeoutMs >= LONG_MS
    ? Math.min(timeoutMs + REACH_MS, maxMs)
    : Math.min(timeoutMs, maxMs);
}

/** UTF-16 units of a call's arguments that its request keeps. */
const MAX_SHOWN = 8_192;

/** One change at a time to one thing. */
const locks = new Locks();

/** What a change needs around it. */
export interface Changing<T> {
  readonly tool: Tool;
  readonly claim: Claim;
  readonly deadline: Deadline;
  readonly approvals: Approvals;
  readonly ongoing: Ongoing;
  readonly trace?: CallTrace | null;
  /** A person agreed to a question about exactly this call; no approval is needed. */
  readonly agreed: boolean;
  /** Tells the audit log that the change is about to begin; throws when it cannot be told. */
  readonly intent: () => ReturnType<AuditLog["commit"]>;
  /** The target as it is now. */
  readonly again: () => Promise<Target>;
  /** Runs once, and only after everything else. */
  readonly run: () => T | Promise<T>;
}

/**
 * Whether the change is approved. Nothing is spent.
 *
 * @param options `record`: leave a request for the operator when it is not. `secrets`: texts that are masked in it.
 * `effects`: what the change would do, for the request.
 * @throws ToolError `AUTHORIZATION_FAILED` with the id of the request that was recorded, `AMBIGUOUS_OUTCOME` when the
 * same change was begun before and nobody knows how it ended.
 *
 * @example
 * ```ts
 * import { requireApproval } from "gatehouse/core/change.ts";
 *
 * if (requireApproval.length !== 3) throw new Error("see the tests of the change");
 * ```
 */
export async function requireApproval(
  approvals: Approvals | null,
  claim: Claim,
  { record, secrets, effects = [] }: {
    readonly record: boolean;
    readonly secrets: readonly string[];
    readonly effects?: readonly string[];
  },
): Promise<void> {
  if (approvals === null) {
    throw new ToolError(
      "AUTHORIZATION_FAILED",
      "No store of approvals is configured, so nothing may be changed",
      {
        next: "Ask the operator to set a state directory",
      },
    );
  }
  if (await approvals.holds(claim.binding)) return;
  const since = await approvals.openSince(claim.binding);
  if (since !== null) throw unknownEnd(since);
  if (!record) throw new ToolError("AUTHORIZATION_FAILED", "This change needs an approval");
  const asked = await approvals.request({
    binding: claim.binding,
    alias: claim.alias,
    shown: shownArguments(claim.canonical, { secrets, max: MAX_SHOWN }),
    ...(effects.length === 0 ? {} : { effects: redactValue(effects, secrets).value }),
  });
  if ("declined" in asked) {
    throw new ToolError(
      "AUTHORIZATION_FAILED",
      `The operator declined this call: ${oneLine(asked.declined, 300)}`,
      {
        next: "Do not ask for it again; tell the person you work for",
      },
    );
  }
  throw new ToolError(
    "AUTHORIZATION_FAILED",
    `This change needs an approval; request ${asked.id} is recorded`,
    {
      next: `Ask the operator to run gatehouse approve ${asked.id}, then call again with the same arguments`,
    },
  );
}

/**
 * Carries the change out, once.
 *
 * @throws ToolError `AUTHORIZATION_FAILED` when the target is another one by now, or the approval was spent by another
 * call; `DEADLINE_EXCEEDED` when too little time is left to begin; `AMBIGUOUS_OUTCOME` when the change may have happened,
 * now or when it was begun before.
 *
 * @example
 * ```ts
 * import { change } from "gatehouse/core/change.ts";
 *
 * if (change.length !== 1) throw new Error("see the tests of the change");
 * ```
 */
export async function change<T>(changing: Changing<T>): Promise<T> {
  const { tool, claim: { target, binding }, deadline, approvals, again, trace } = changing;
  trace?.phase("lock");
  const release = await locks.acquire(
    JSON.stringify([binding.identity, binding.capability, binding.resource]),
    deadline,
  );
  try {
    trace?.phase("resolve");
    const now = await deadline.race(again());
    if (now.identity !== target.identity || !now.proven) {
      throw new ToolError("AUTHORIZATION_FAILED", "The target is not the one that was approved any more", {
        next: "Look at the target, then ask for a new approval",
      });
    }
    if (tool.timeoutMs >= LONG_MS && deadline.leftMs < LONG_MS) {
      throw new ToolError(
        "DEADLINE_EXCEEDED",
        "Too little time is left to begin; the approval was not spent",
        {
          next: "Call again, and look at MCP_DEFAULT_DEADLINE_MS when that does not help",
        },
      );
    }
    trace?.phase("intent");
    await changing.intent();
    const failure = deadline.failure();
    if (failure !== null) throw failure;
    trace?.phase("spend");
    const begun = changing.agreed ? await approvals.beginAsked(binding) : await approvals.begin(binding);
    if (begun === null) {
      const since = await approvals.openSince(binding);
      if (since !== null) throw unknownEnd(since);
      throw new ToolError("AUTHORIZATION_FAILED", "The approval was spent or has expired", {
        next: "Ask the operator for a new one",
      });
    }
    deadline.shorten(tool.timeoutMs);
    trace?.phase("run");
    return await carryOut(changing, begun);
  } finally {
    release();
  }
}

/** From here on the change may have happened, whatever is thrown. */
async function carryOut<T>({ run, deadline, ongoing }: Changing<T>, begun: Begun): Promise<T> {
  const end = ongoing.begin();
  deadline.ignoreCaller(() => ongoing.closing);
  try {
    const value = await deadline.race(Promise.resolve(run()));
    await begun.settle("ok");
    return value;
  } catch (error) {
    if (error instanceof ToolError && isDefinite(error)) {
      await begun.settle(error.code);
      throw error;
    }
    // Left open in the store: what the change came to is for a person to find out.
    if (error instanceof ToolError && error.code === "AMBIGUOUS_OUTCOME") throw error;
    throw new ToolError("AMBIGUOUS_OUTCOME", "The change was begun, and what came of it is not known", {
      next: "Look at the target before anything else; do not simply call again",
      cause: error,
    });
  } finally {
    end();
  }
}

/** Codes that say nothing of what happened on the target. */
const OPEN =
  /^(DEADLINE_EXCEEDED|CANCELLED|ISOLATE_LOST|AMBIGUOUS_OUTCOME|INTERNAL|INPUT_TOO_LARGE|ANSWER_TOO_LARGE)$/;

function isDefinite({ code }: ToolError): boolean {
  return !OPEN.test(code);
}

function unknownEnd(since: number): ToolError {
  return new ToolError(
    "AMBIGUOUS_OUTCOME",
    `Exactly this change was begun at ${new Date(since).toISOString()}, and what came of it is not known`,
    { next: "Look at the target; if the change is still needed, ask the operator for a new approval" },
  );
}
