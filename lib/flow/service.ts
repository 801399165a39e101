/** What the family's run functions share: the worker. */
import type { Backend } from "../core/backend.ts";
import type { RunContext } from "../core/tool.ts";
import type { FlowSettings } from "./types.ts";

/** The family's service, made once per process. */
export class FlowService {
  /** Whether the worker was ever asked: it is not started only to say that nothing is under way. */
  asked = false;

  constructor(
    /** Null without a workspace: then there is no worker either. */
    readonly settings: FlowSettings | null,
    readonly worker: Backend,
  ) {}
}

/**
 * The service that a call finds in its context.
 *
 * @throws TypeError when the call was not made through the family.
 *
 * @example
 * ```ts
 * import { serviceOf } from "gatehouse/flow/service.ts";
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
export function serviceOf({ service }: Pick<RunContext, "service">): FlowService {
  if (service instanceof FlowService) return service;
  throw new TypeError("The family flow was called without its service");
}
