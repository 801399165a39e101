/** One order over a connection: to the end, to its deadline, or to the loss of the connection. */
import type { Deadline } from "../../core/deadline.ts";
import { ToolError } from "../../core/errors.ts";
import { SHELL_COMMAND, type SourceOf } from "../remote/protocol.ts";
import type { HelperReply, Order, SshTarget } from "../types.ts";
import type { Channels, Wanted } from "./channels.ts";
import type { Connection } from "./connection.ts";
import { ChannelEnded } from "./helper_channel.ts";
import { endingOf, pythonRequired, replyIn, unclear } from "./outcome.ts";
import { runScript } from "./shell_channel.ts";

/** A connection with its channels, and what was found out over it. */
export interface Lane {
  readonly connection: Connection;
  readonly channels: Channels;
  /** False once the machine was found to have no python3. */
  hasPython: boolean;
}

/** What an order needs besides itself. */
export interface CarryOutOptions {
  readonly target: SshTarget;
  readonly sourceOf: SourceOf;
  readonly deadline: Deadline;
}

/**
 * Milliseconds that the way there and back may take beyond the helper's own time; what is silent for longer has lost
 * its connection.
 */
const MARGIN_MS = 500;

/**
 * Carries out an order.
 *
 * A read goes to a supervisor that is already there; a change gets one of its own. When the deadline passes although
 * the supervisor would have answered by then, the connection is given up: the next call makes another.
 *
 * @throws ToolError as `replyIn` and `endingOf` say; `CANCELLED`; `TIMEOUT`, for a change that was sent
 * `AMBIGUOUS_OUTCOME`.
 *
 * @example
 * ```ts
 * import { carryOut } from "gatehouse/hosts/ssh/carry_out.ts";
 *
 * if (carryOut.length !== 3) throw new Error("other arguments");
 * ```
 */
export async function carryOut(lane: Lane, order: Order, options: CarryOutOptions): Promise<HelperReply> {
  const { deadline } = options;
  const progress = { signal: deadline.signal, queued: false, sent: false };
  const work = lane.hasPython
    ? byPython(lane, order, { ...options, progress })
    : byShell(lane, order, { ...options, progress });
  try {
    return await deadline.race(work);
  } catch (error) {
    const failure = deadline.failure();
    if (failure === null || !(error instanceof ToolError) || error.code !== failure.code) throw error;
    if (failure.code !== "CANCELLED" && !progress.queued) lane.connection.destroy();
    if (progress.sent && order.changes) {
      throw unclear(order, { code: "TIMEOUT", message: `No answer to ${order.operation} came in time` });
    }
    throw failure.code === "CANCELLED" ? failure : late(order);
  }
}

type Sending = CarryOutOptions & { readonly progress: Wanted & { sent: boolean } };

async function byPython(lane: Lane, order: Order, options: Sending): Promise<HelperReply> {
  const { target, sourceOf, deadline, progress } = options;
  const { signal } = deadline;
  const lease = await lane.channels.helper(progress, { fresh: order.changes });
  const isFirst = lease.channel.served === 0;
  const stop = (): void => lease.release(false);
  signal.addEventListener("abort", stop, { once: true });
  try {
    if (signal.aborted) throw signal.reason;
    const usesSudo = order.privileged && (target.sudo || target.sudoPassword !== null);
    const { python: text } = sourceOf(order);
    progress.sent = true;
    const raw = await lease.channel.carryOut({
      nonce: newNonce(),
      operation: order.operation,
      input: order.input,
      budgetMs: budgetOf(order, deadline),
      sudo: usesSudo ? { password: target.sudoPassword } : null,
    }, { key: `${order.privileged ? "sudo " : ""}${order.operation}`, text });
    lease.release(!order.changes);
    return replyIn(raw, order);
  } catch (error) {
    lease.release(false);
    if (!(error instanceof ChannelEnded)) throw error;
    if (signal.aborted) throw signal.reason;
    // A supervisor that had nothing to do for long has ended just now: a read may go to another.
    if (!isFirst && !order.changes && error.ending.code === 0) return byPython(lane, order, options);
    if (!lane.connection.isOpen) throw lost(order);
    const ending = endingOf(error.ending, { order, isFirst });
    if (ending !== "no_python") throw ending;
    lane.hasPython = false;
    progress.sent = false;
    return byShell(lane, order, options);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

async function byShell(
  lane: Lane,
  order: Order,
  { sourceOf, deadline: { signal }, progress }: Sending,
): Promise<HelperReply> {
  const { shell: commands } = sourceOf(order);
  if (commands === null) throw pythonRequired(order.operation);
  const lease = await lane.channels.command(SHELL_COMMAND, progress);
  const stop = (): void => lease.release(false);
  signal.addEventListener("abort", stop, { once: true });
  try {
    if (signal.aborted) throw signal.reason;
    progress.sent = true;
    return replyIn(await runScript(lease.channel, { commands, nonce: newNonce() }), order);
  } catch (error) {
    if (!(error instanceof ChannelEnded)) throw error;
    if (!lane.connection.isOpen) throw lost(order);
    const ending = endingOf(error.ending, { order, isFirst: false });
    throw ending === "no_python" ? pythonRequired(order.operation) : ending;
  } finally {
    stop();
    signal.removeEventListener("abort", stop);
  }
}

/** The helper's own time: so that its answer still arrives. */
function budgetOf(order: Order, deadline: Deadline): number {
  return Math.max(1, Math.min(order.budgetMs, Math.floor(deadline.leftMs - MARGIN_MS)));
}

function lost(order: Order): ToolError {
  return unclear(order, {
    code: "TRANSIENT_UPSTREAM",
    message: `The connection was lost before ${order.operation} answered`,
  });
}

function late(order: Order): ToolError {
  return new ToolError("TIMEOUT", `The machine did not answer ${order.operation} in time`, {
    next: "Try again; check the machine and the way to it when it stays silent",
  });
}

function newNonce(): string {
  return crypto.randomUUID().replaceAll("-", "");
}
