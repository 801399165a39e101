/** What the family's run functions share: settings, the rules in force, and the model's worker. */
import type { Backend } from "../core/backend.ts";
import type { RunContext } from "../core/tool.ts";
import type { RuleBook } from "./rulebook.ts";
import type { GateSettings } from "./settings.ts";

/** The family's service, made once per process. */
export class GateService {
  constructor(
    readonly settings: GateSettings,
    /** The worker that reaches the configured services, and nothing else. */
    readonly model: Backend,
    /** The rules in force, the operator's among them. */
    readonly rules: RuleBook,
  ) {}
}

/**
 * The service that a call finds in its context.
 *
 * @throws TypeError when the call was not made through the family.
 *
 * @example
 * ```ts
 * import { serviceOf } from "gatehouse/gate/service.ts";
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
export function serviceOf({ service }: Pick<RunContext, "service">): GateService {
  if (service instanceof GateService) return service;
  throw new TypeError("The gate was called without its service");
}
