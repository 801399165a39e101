/** A target of the family as its worker has it, with sources of the tests in place of the family's own. */
import { Deadline } from "gatehouse/core/deadline.ts";
import { failureOf } from "gatehouse/hosts/remote/failure.ts";
import { readSshFiles } from "gatehouse/hosts/ssh/files.ts";
import type { Patience } from "gatehouse/hosts/ssh/alive.ts";
import { SshHost } from "gatehouse/hosts/ssh/host.ts";
import type { MachineFacts, Order, SshTarget } from "gatehouse/hosts/types.ts";
import type { Sshd } from "./sshd.ts";
import { targetOf } from "./target.ts";

/** What a machine is said to have; the tests' probe finds nothing out. */
const FACTS: MachineFacts = {
  python: "3",
  uid: 0,
  systemd: false,
  docker: false,
  compose: null,
  crontab: false,
  homeWritable: true,
};

/** Sources by operation. */
export interface Sources {
  readonly python?: Readonly<Record<string, string>>;
  readonly shell?: Readonly<Record<string, string>>;
  readonly patience?: Patience;
}

const NOTHING = 'def reply(order):\n    return {"ok": True, "data": {}}\n';

/** A target, and short ways to use it. */
export class TestHost {
  readonly host: SshHost;
  readonly target: SshTarget;

  private constructor(host: SshHost, target: SshTarget) {
    this.host = host;
    this.target = target;
  }

  /** `more` replaces fields of the target. */
  static async of(
    sshd: Sshd,
    { python, shell, patience }: Sources = {},
    more: Partial<SshTarget> = {},
  ): Promise<TestHost> {
    const target = await targetOf(sshd, more);
    const host = new SshHost({
      target,
      files: await readSshFiles(target),
      sourceOf: ({ operation }) => ({
        python: python?.[operation] ?? NOTHING,
        shell: shell?.[operation] ?? (operation === "probe" ? `printf '{"ok":true,"data":{}}'` : null),
      }),
      factsOf: () => FACTS,
      ...(patience === undefined ? {} : { patience }),
    });
    return new TestHost(host, target);
  }

  /** Connects. */
  async connect(timeoutMs = 20_000, signal?: AbortSignal) {
    using deadline = new Deadline(timeoutMs, signal);
    return (await this.host.connected(deadline)).connection;
  }

  /** Carries out an order, on whatever the target is. */
  async operate(
    operation: string,
    { input = {}, changes = false, budgetMs = 20_000, timeoutMs = 20_000, signal, ...more }:
      & Partial<Order>
      & { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {},
  ): Promise<Readonly<Record<string, unknown>>> {
    using deadline = new Deadline(timeoutMs, signal);
    const { connection } = await this.host.connected(deadline);
    const order = { operation, input, budgetMs, changes, privileged: false, ...more };
    const reply = await this.host.operate(order, { identity: connection.identity, deadline });
    if (reply.ok) return reply.data;
    throw failureOf(order, reply.error);
  }

  /** Ends its connection. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.host.state.status === "connected") (await this.connect()).destroy();
  }
}
