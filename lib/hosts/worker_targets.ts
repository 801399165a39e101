/** The targets behind the worker's methods. */
import { Deadline } from "../core/deadline.ts";
import { ToolError } from "../core/errors.ts";
import { oneLine } from "../core/bounds.ts";
import type {
  AskedEndpoint,
  AskedHostKey,
  AskedOperation,
  AskedTarget,
  HostKeys,
  ResolvedTarget,
} from "./asked.ts";
import { type Account, MikrusClient } from "./mikrus/client.ts";
import type { EndpointName } from "./mikrus/endpoints.ts";
import { execute } from "./mikrus/exec.ts";
import { answerOf, orderOf } from "./remote/operations.ts";
import { sourceOf } from "./remote/source.ts";
import type { OpenedTarget, WorkerSetup } from "./setup.ts";
import { SshHost } from "./ssh/host.ts";
import { shownHostKeys } from "./ssh/shown_keys.ts";
import type { MachineFacts, TargetState } from "./types.ts";

/** Milliseconds that the worker needs for itself, so that its answer comes before the call's time is up. */
const MARGIN_MS = 250;

/** A mikr.us account, once somebody has used it. */
interface Used {
  readonly opened: Extract<OpenedTarget, { type: "mikrus" }>;
  resolved: boolean;
}

/** The targets. */
export class Targets {
  readonly #ssh = new Map<string, SshHost>();
  readonly #mikrus = new Map<string, Used>();
  readonly #setup: WorkerSetup;
  readonly #client = new MikrusClient();

  constructor(setup: WorkerSetup) {
    this.#setup = setup;
    for (const opened of setup.targets) {
      const { alias } = opened.target;
      if (opened.type === "mikrus") this.#mikrus.set(alias, { opened, resolved: false });
      else {
        const { target, files } = opened;
        // The reader of `probe` makes it.
        const factsOf: ConstructorParameters<typeof SshHost>[0]["factsOf"] = (order, reply) =>
          answerOf(order, reply) as MachineFacts;
        this.#ssh.set(alias, new SshHost({ target, files, sourceOf, factsOf }));
      }
    }
  }

  /** What the name stands for; connects to a machine, and only names an account. */
  async resolve({ alias, timeoutMs }: AskedTarget, signal: AbortSignal): Promise<ResolvedTarget> {
    const host = this.#ssh.get(alias);
    if (host !== undefined) {
      using deadline = deadlineOf(timeoutMs, signal);
      const { connection: { identity, proven } } = await host.connected(deadline);
      return { identity, backend: "ssh", proven };
    }
    const used = this.#accountOf(alias);
    used.resolved = true;
    return { identity: identityOf(used), backend: "mikrus", proven: true };
  }

  /** What is known of each target; connects nothing. */
  status(): readonly TargetState[] {
    return this.#setup.targets.map(({ target: { alias } }) => {
      const host = this.#ssh.get(alias);
      if (host !== undefined) return host.state;
      const used = this.#accountOf(alias);
      if (used.opened.failure !== null) return { alias, status: "unavailable", identity: null, facts: null };
      return used.resolved
        ? { alias, status: "connected", identity: identityOf(used), facts: null }
        : { alias, status: "not_connected", identity: null, facts: null };
    });
  }

  /** One operation, on exactly the identity that the call was authorised for. */
  async operate(asked: AskedOperation, signal: AbortSignal): Promise<object> {
    const { alias, identity, operation, input, timeoutMs } = asked;
    using deadline = deadlineOf(timeoutMs, signal);
    const order = orderOf(operation, input, { leftMs: deadline.leftMs - MARGIN_MS });
    const host = this.#ssh.get(alias);
    if (host !== undefined) return answerOf(order, await host.operate(order, { identity, deadline }));
    const used = this.#accountOf(alias);
    if (identityOf(used) !== identity) {
      throw new ToolError(
        "AUTHORIZATION_FAILED",
        "The target's identity has changed since the call was authorised",
      );
    }
    const source = sourceOf(order);
    const reply = await execute(this.#client, accountIn(used), { order, source, signal: deadline.signal });
    return answerOf(order, reply);
  }

  /** One endpoint of an account's API. */
  async mikrus({ alias, endpoint, fields, timeoutMs }: AskedEndpoint, signal: AbortSignal): Promise<unknown> {
    const used = this.#accountOf(alias);
    used.resolved = true;
    using deadline = deadlineOf(timeoutMs, signal);
    // The client refuses a name that is none.
    const name = endpoint as EndpointName;
    return await this.#client.ask(accountIn(used), { endpoint: name, fields, signal: deadline.signal });
  }

  /** The keys that a machine shows. */
  async hostKeys({ alias, timeoutMs }: AskedHostKey, signal: AbortSignal): Promise<HostKeys> {
    const opened = this.#setup.targets.find(({ target }) => target.alias === alias);
    if (opened?.type !== "ssh") throw noTarget(alias, "SSH target");
    using deadline = deadlineOf(timeoutMs, signal);
    return await shownHostKeys(opened.target, deadline);
  }

  #accountOf(alias: string): Used {
    const used = this.#mikrus.get(alias);
    if (used === undefined) throw noTarget(alias, "target");
    return used;
  }
}

function deadlineOf(timeoutMs: number, signal: AbortSignal): Deadline {
  return new Deadline(Math.max(1, timeoutMs - MARGIN_MS), signal);
}

function identityOf({ opened: { target } }: Used): string {
  return `mikrus:${target.srv}`;
}

function accountIn({ opened: { target, authority, failure } }: Used): Account {
  if (failure === null) return { ...target, authority };
  throw new ToolError("UNAVAILABLE", failure.message, failure.next === null ? {} : { next: failure.next });
}

function noTarget(alias: string, what: string): ToolError {
  return new ToolError("NOT_FOUND", `There is no ${what} ${oneLine(alias, 100)}`, {
    next: "See list_configured_servers for those that there are",
  });
}
