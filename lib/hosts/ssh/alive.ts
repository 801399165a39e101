/**
 * Whether a connection that nobody used for a while still leads anywhere. A way that was lost without a word, as by a
 * change of network, would otherwise cost the next call its whole time; and a change that was sent into it would be
 * ambiguous for nothing.
 */
import { Deadline } from "../../core/deadline.ts";
import type { SourceOf } from "../remote/protocol.ts";
import type { Order, SshTarget } from "../types.ts";
import { carryOut, type Lane } from "./carry_out.ts";

/** Milliseconds without use after which it is asked, and how long its answer may take. */
export interface Patience {
  readonly idleMs: number;
  readonly answerMs: number;
}

/** The usual one: a warm answer takes milliseconds. */
export const PATIENCE: Patience = { idleMs: 10_000, answerMs: 4_000 };

const PING: Order = { operation: "ping", input: {}, budgetMs: 60_000, changes: false, privileged: false };

const pong: SourceOf = () => ({
  python: 'def reply(order):\n    return {"ok": True, "data": {}}\n',
  shell: `printf '{"ok":true,"data":{}}'`,
});

/**
 * Asks for nothing, and says whether an answer came. Without one the connection is ended.
 *
 * @throws ToolError the deadline's own, when that is why none came.
 *
 * @example
 * ```ts
 * import { answers } from "gatehouse/hosts/ssh/alive.ts";
 *
 * if (answers.length !== 2) throw new Error("other arguments");
 * ```
 */
export async function answers(
  lane: Lane,
  { target, deadline, answerMs }: {
    readonly target: SshTarget;
    readonly deadline: Deadline;
    readonly answerMs: number;
  },
): Promise<boolean> {
  // Half of a short time is left for connecting anew.
  using soon = new Deadline(Math.min(answerMs, Math.max(1, deadline.leftMs / 2)), deadline.signal);
  try {
    await carryOut(lane, PING, { target, sourceOf: pong, deadline: soon });
    return true;
  } catch {
    const failure = deadline.failure();
    if (failure !== null) throw failure;
    lane.connection.destroy();
    return false;
  }
}
