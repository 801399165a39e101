/** What the family's run functions share: the settings, the roots, and the workers. */
import type { Backend } from "../core/backend.ts";
import type { RunContext } from "../core/tool.ts";
import type { SkillsSettings } from "./settings.ts";
import type { Root } from "./types.ts";

/** The family's service, made once per process. */
export class SkillsService {
  constructor(
    readonly settings: SkillsSettings,
    /** The configured roots, sorted by key; none is no mistake. */
    readonly roots: readonly Root[],
    /** The worker that may read the roots, and nothing else. */
    readonly registry: Backend,
    /** The worker that may read that one target, and nothing else. */
    readonly profiler: (target: string) => Backend,
  ) {}
}

/**
 * The service that a call finds in its context.
 *
 * @throws TypeError when the call was not made through the family.
 *
 * @example
 * ```ts
 * import { serviceOf } from "gatehouse/skills/service.ts";
 *
 * let refused = false;
 * try {
 *   serviceOf({ service: undefined });
 * } catch (error) {
 *   refused = error instanceof TypeError;
 * }
 * if (!refused) throw new Error("no service is no service");
 * ```
 */
export function serviceOf({ service }: Pick<RunContext, "service">): SkillsService {
  if (service instanceof SkillsService) return service;
  throw new TypeError("The family skills was called without its service");
}
