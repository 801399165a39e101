/** A target with the family's own sources, used as the worker uses it. */
import { Deadline } from "gatehouse/core/deadline.ts";
import { answerOf, orderOf } from "gatehouse/hosts/remote/operations.ts";
import { sourceOf } from "gatehouse/hosts/remote/source.ts";
import { readSshFiles } from "gatehouse/hosts/ssh/files.ts";
import { SshHost } from "gatehouse/hosts/ssh/host.ts";
import type { HelperReply, MachineFacts, SshTarget } from "gatehouse/hosts/types.ts";
import type { Answer } from "./machine.ts";
import type { Sshd } from "./sshd.ts";
import { targetOf } from "./target.ts";

type Input = Readonly<Record<string, unknown>>;

/** The target. */
export class Operating implements AsyncDisposable {
  readonly host: SshHost;

  private constructor(host: SshHost) {
    this.host = host;
  }

  /** `more` replaces fields of the target. */
  static async of(sshd: Sshd, more: Partial<SshTarget> = {}): Promise<Operating> {
    const target = await targetOf(sshd, more);
    const factsOf = (order: Parameters<typeof answerOf>[0], reply: HelperReply) =>
      answerOf(order, reply) as MachineFacts;
    return new Operating(new SshHost({ target, files: await readSshFiles(target), sourceOf, factsOf }));
  }

  /** Carries out one operation and reads the answer. @throws ToolError as the operation fails. */
  async do(operation: string, input: Input = {}, limitMs?: number): Promise<Answer> {
    return answerOf(orderOf(operation, input), await this.send(operation, input, limitMs)) as Answer;
  }

  /** Carries out one operation; the reply is as the machine gave it. */
  async send(operation: string, input: Input, limitMs = 20_000): Promise<HelperReply> {
    using deadline = new Deadline(limitMs);
    const { connection } = await this.host.connected(deadline);
    const order = orderOf(operation, input, { leftMs: limitMs });
    return await this.host.operate(order, { identity: connection.identity, deadline });
  }

  /** Ends its connection. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.host.state.status !== "connected") return;
    using deadline = new Deadline(20_000);
    (await this.host.connected(deadline)).connection.destroy();
  }
}
