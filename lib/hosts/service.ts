/** What the family's run functions share: the settings, the worker, and what the process serves. */
import type { Backend } from "../core/backend.ts";
import type { Catalogue } from "../core/catalogue.ts";
import type { CommandJudge } from "../core/command_judge.ts";
import type { Policy } from "../core/policy.ts";
import type { RunContext } from "../core/tool.ts";
import { passphrasesOf } from "./passphrases.ts";
import { ProgramJobs } from "./programs/jobs.ts";
import type { Provenance } from "./provenance.ts";
import type { HostsSettings } from "./settings.ts";

/** What a service is made of. */
export interface HostsParts {
  readonly settings: HostsSettings;
  /** Starts with its first call. */
  readonly worker: Backend;
  readonly catalogue: Catalogue;
  readonly policy: Policy;
  readonly provenance: Provenance;
  readonly judge: CommandJudge;
  /** The settings as the family was opened with them, under which the worker's setup is remembered. */
  readonly given?: unknown;
}

/** The family's service, made once per process. */
export class HostsService {
  readonly settings: HostsSettings;
  readonly worker: Backend;
  readonly catalogue: Catalogue;
  readonly policy: Policy;
  readonly provenance: Provenance;
  /** Judges the programs that a call would start. */
  readonly judge: CommandJudge;
  /** Programs that were started and not waited for. */
  readonly programs = new ProgramJobs();
  readonly #given: unknown;
  readonly #secrets: readonly string[];
  /** Whether the worker was ever asked: it is not started only to say that nothing is connected. */
  asked = false;

  constructor({ settings, worker, catalogue, policy, provenance, judge, given }: HostsParts) {
    this.settings = settings;
    this.worker = worker;
    this.catalogue = catalogue;
    this.policy = policy;
    this.provenance = provenance;
    this.judge = judge;
    this.#given = given;
    this.#secrets = settings.targets.flatMap((target) =>
      target.type === "mikrus" ? [target.key] : [target.password, target.sudoPassword]
    ).filter((secret) => secret !== null);
  }

  /** Texts of the configuration that must not leave; a file's from when the worker was told it. */
  get secrets(): readonly string[] {
    return [...this.#secrets, ...passphrasesOf(this.#given)];
  }

  /** The target of that alias, or undefined. */
  target(alias: string): HostsSettings["targets"][number] | undefined {
    return this.settings.targets.find((target) => target.alias === alias);
  }

  /**
   * Asks the worker.
   *
   * @throws ToolError what it throws, and what the walls throw.
   */
  async ask(
    method: string,
    input: Readonly<Record<string, unknown>>,
    { signal, leftMs }: Pick<RunContext, "signal" | "leftMs">,
  ): Promise<unknown> {
    this.asked = true;
    const timeoutMs = Math.max(1, Math.floor(leftMs));
    return await this.worker.call(method, { ...input, timeoutMs }, { signal, timeoutMs });
  }
}

/**
 * The service that a call finds in its context.
 *
 * @throws TypeError when the call was not made through the family.
 *
 * @example
 * ```ts
 * import { serviceOf } from "gatehouse/hosts/service.ts";
 *
 * let refused = false;
 * try {
 *   serviceOf(undefined);
 * } catch (error) {
 *   refused = error instanceof TypeError;
 * }
 * if (!refused) throw new Error("no service is no service");
 * ```
 */
export function serviceOf(service: unknown): HostsService {
  if (service instanceof HostsService) return service;
  throw new TypeError("The family hosts was called without its service");
}
