/** The family's worker behind its two walls, as the program starts it. */
import type { Backend } from "gatehouse/core/backend.ts";
import type { AskedOperation, HostKeys, ResolvedTarget } from "gatehouse/hosts/asked.ts";
import { workerRights, workerSetup } from "gatehouse/hosts/setup.ts";
import type { ConfiguredTarget, TargetState } from "gatehouse/hosts/types.ts";
import { ownCommand } from "gatehouse/isolate/command.ts";
import { createIsolates, type Isolates } from "gatehouse/isolate/isolates.ts";

/** Milliseconds of a call that names none. */
const USUAL_MS = 30_000;

/** A call's own time and signal. */
export interface CallOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** The worker, and short ways to call it. */
export class TestWorker implements AsyncDisposable {
  /** Lines that it printed. */
  readonly prints: string[] = [];
  readonly #isolates: Isolates;
  readonly #backend: Backend;

  constructor(targets: readonly ConfiguredTarget[]) {
    this.#isolates = createIsolates(ownCommand(Deno.env.toObject()), {
      onPrint: (_, line) => void this.prints.push(line),
    });
    this.#backend = this.#isolates.backend("hosts/worker", {
      permissions: workerRights(targets) ?? {},
      setup: () => workerSetup(targets),
    });
  }

  /** Any method. */
  async call(
    method: string,
    input: Readonly<Record<string, unknown>>,
    { timeoutMs = USUAL_MS, signal = new AbortController().signal }: CallOptions = {},
  ): Promise<unknown> {
    return await this.#backend.call(method, { ...input, timeoutMs }, { signal, timeoutMs });
  }

  /** What the name stands for. */
  async resolve(alias: string, options?: CallOptions): Promise<ResolvedTarget> {
    return await this.call("resolve", { alias }, options) as ResolvedTarget;
  }

  /** What is known of each target. */
  async status(): Promise<readonly TargetState[]> {
    return await this.call("status", {}) as readonly TargetState[];
  }

  /** The keys that a machine shows. */
  async hostKeys(alias: string): Promise<HostKeys> {
    return await this.call("hostKeys", { alias }) as HostKeys;
  }

  /** One operation; on whatever the target is now, unless an identity is given. */
  async operate(
    alias: string,
    asked: Pick<AskedOperation, "operation" | "input"> & { readonly identity?: string },
    options?: CallOptions,
  ): Promise<Readonly<Record<string, unknown>>> {
    const identity = asked.identity ?? (await this.resolve(alias, options)).identity;
    return await this.call("operate", { alias, ...asked, identity }, options) as Record<string, unknown>;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#isolates.close();
  }
}
