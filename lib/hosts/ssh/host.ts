/** One SSH target: its connection, made at the first use, shared, and made anew after it is lost. */
import { Deadline } from "../../core/deadline.ts";
import { ToolError } from "../../core/errors.ts";
import { oneLine } from "../../core/bounds.ts";
import type { SourceOf } from "../remote/protocol.ts";
import type { HelperReply, MachineFacts, Order, SshTarget, TargetState } from "../types.ts";
import { answers, PATIENCE, type Patience } from "./alive.ts";
import { carryOut, type Lane } from "./carry_out.ts";
import { Channels } from "./channels.ts";
import { connect, type Connection } from "./connection.ts";
import { useCertificate } from "./certificate.ts";
import type { SshFilesRead } from "./files.ts";
import { hostKeyCheck } from "./host_key_check.ts";
import { loginSteps, privateKey } from "./login.ts";
import type { ParsedKey } from "./ssh2.ts";

/** Milliseconds for looking around on a machine once it is connected. */
const PROBE_MS = 8_000;

/** A lane, and what was seen on the machine over it. */
interface Seen extends Lane {
  readonly facts: MachineFacts | null;
  /** Orders under way. */
  busy: number;
  /** When it was last known to answer, by the clock of `performance`. */
  usedAt: number;
}

/** An attempt to connect, for as long as anybody waits for it. */
interface Attempt {
  readonly lane: Promise<Seen>;
  readonly controller: AbortController;
  waiting: number;
}

/** What a target is opened with. */
export interface HostOptions {
  readonly target: SshTarget;
  readonly files: SshFilesRead;
  readonly sourceOf: SourceOf;
  /** Reads what `probe` answered. */
  readonly factsOf: (order: Order, reply: HelperReply) => MachineFacts;
  /** Default: the usual one. */
  readonly patience?: Patience;
}

/** A target. */
export class SshHost {
  readonly #options: HostOptions;
  #lane: Seen | null = null;
  #attempt: Attempt | null = null;
  #failed = false;
  #key: ParsedKey | null = null;

  constructor(options: HostOptions) {
    this.#options = options;
  }

  /** What is known of it now; connects nothing. */
  get state(): TargetState {
    const { alias } = this.#options.target;
    const lane = this.#open();
    if (lane !== null) {
      return { alias, status: "connected", identity: lane.connection.identity, facts: lane.facts };
    }
    return { alias, status: this.#failed ? "unavailable" : "not_connected", identity: null, facts: null };
  }

  /**
   * The connection, made if there is none, or if the one there is leads nowhere any more.
   *
   * @throws ToolError `UNAVAILABLE`; the deadline's own.
   */
  async connected(deadline: Deadline): Promise<Lane> {
    return await this.#alive(deadline);
  }

  async #alive(deadline: Deadline): Promise<Seen> {
    const { target, patience: { idleMs, answerMs } = PATIENCE } = this.#options;
    const open = this.#open();
    if (open === null) return await this.#made(deadline);
    if (open.busy > 0 || performance.now() - open.usedAt < idleMs) return open;
    if (!await answers(open, { target, deadline, answerMs })) return await this.#made(deadline);
    open.usedAt = performance.now();
    return open;
  }

  async #made(deadline: Deadline): Promise<Seen> {
    const open = this.#open();
    if (open !== null) return open;
    const attempt = this.#attempt ??= this.#begin();
    attempt.waiting++;
    try {
      const made = await deadline.race(attempt.lane);
      // Another attempt may have been faster.
      return this.#open() ?? made;
    } catch (error) {
      // The next caller does not wait for what this one has given up.
      if (deadline.failure() !== null && this.#attempt === attempt) this.#attempt = null;
      if (deadline.failure()?.code !== "DEADLINE_EXCEEDED") throw error;
      this.#failed = true;
      const { host, port } = this.#options.target;
      throw new ToolError("TIMEOUT", `Connecting to ${oneLine(host, 255)}:${port} took too long`, {
        next: "Check that the machine is up, and that no firewall drops what is sent to it",
      });
    } finally {
      if (--attempt.waiting === 0) attempt.controller.abort();
    }
  }

  /**
   * Carries out an order on the machine with that identity, and no other.
   *
   * @throws ToolError `AUTHORIZATION_FAILED` when the identity is another by now; see `carryOut`.
   */
  async operate(
    order: Order,
    { identity, deadline }: { readonly identity: string; readonly deadline: Deadline },
  ): Promise<HelperReply> {
    const lane = await this.#alive(deadline);
    if (lane.connection.identity !== identity) {
      throw new ToolError(
        "AUTHORIZATION_FAILED",
        "The target's identity has changed since the call was authorised",
        {
          next: "Start again with list_configured_servers",
        },
      );
    }
    if (order.changes && !lane.connection.proven) {
      throw new ToolError(
        "AUTHORIZATION_FAILED",
        "Refused to change a machine whose host key is not verified",
        {
          next: "Turn verify_host_key on, and run gatehouse hosts trust with the target's name",
        },
      );
    }
    lane.busy++;
    try {
      const reply = await carryOut(lane, order, { ...this.#options, deadline });
      lane.usedAt = performance.now();
      return reply;
    } finally {
      lane.busy--;
    }
  }

  #open(): Seen | null {
    return this.#lane?.connection.isOpen === true ? this.#lane : null;
  }

  #begin(): Attempt {
    const controller = new AbortController();
    const limit = setTimeout(() => controller.abort(), this.#options.target.timeout * 1_000);
    const lane = this.#connect(controller.signal).finally(() => clearTimeout(limit));
    const attempt: Attempt = { lane, controller, waiting: 0 };
    lane.then((made) => {
      this.#failed = false;
      if (this.#open() === null) this.#lane = made;
      else made.connection.destroy();
    }, () => {
      this.#failed = true;
    }).finally(() => {
      if (this.#attempt === attempt) this.#attempt = null;
    });
    return attempt;
  }

  async #connect(signal: AbortSignal): Promise<Seen> {
    const { target, files } = this.#options;
    if ("failure" in files) {
      const { message, next } = files.failure;
      throw new ToolError("UNAVAILABLE", message, next === null ? {} : { next });
    }
    const { key: text, passphrase, certificate } = files;
    if (text !== null) this.#key ??= privateKey(text, { alias: target.alias, passphrase });
    const key = this.#key;
    const connection = await connect({
      target,
      check: await hostKeyCheck(target),
      steps: loginSteps({ user: target.user, password: target.password, key }),
      ...(certificate === null || key === null
        ? {}
        : { prepare: (client) => useCertificate(client, { certificate, key }) }),
      signal,
    });
    return await this.#lookAround(connection, signal);
  }

  /** What the machine has. A machine that does not say is used all the same. */
  async #lookAround(
    connection: Connection,
    signal: AbortSignal,
  ): Promise<Seen> {
    const lane: Lane = { connection, channels: new Channels(connection), hasPython: true };
    const order: Order = {
      operation: "probe",
      input: {},
      budgetMs: PROBE_MS,
      changes: false,
      privileged: false,
    };
    using deadline = new Deadline(PROBE_MS, signal);
    let facts: MachineFacts | null = null;
    try {
      facts = this.#options.factsOf(order, await carryOut(lane, order, { ...this.#options, deadline }));
    } catch (error) {
      if (!connection.isOpen || signal.aborted) {
        connection.destroy();
        throw error;
      }
    }
    return Object.assign(lane, { facts, busy: 0, usedAt: performance.now() });
  }
}
