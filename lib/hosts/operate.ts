/** How the tools that look at or change a machine do it: each is one operation of the helper, under its own name. */
import type { z } from "zod";
import type { Frozen, RunContext, Runner } from "../core/tool.ts";
import { serviceOf } from "./service.ts";
import { type Answer, type DeclaredHostTool, hostRuns } from "./tools/define.ts";

/**
 * A run function that has the call's target carry out the operation of the tool's name.
 *
 * @example
 * ```ts
 * import { operates } from "gatehouse/hosts/operate.ts";
 * import { getMemoryInfo } from "gatehouse/hosts/tools/get_memory_info.ts";
 *
 * if (operates(getMemoryInfo).tool !== getMemoryInfo) throw new Error("not bound");
 * ```
 */
export function operates<A extends z.core.$ZodShape, D extends z.ZodObject>(
  tool: DeclaredHostTool<A, D>,
): Runner<z.ZodObject<A, z.core.$strict>, Answer<D>> {
  return hostRuns(tool, async (args, context) => {
    const { server: _server, ...input } = args as Readonly<Record<string, unknown>>;
    const answer = await askTarget(context, { method: "operate", input: { operation: tool.name, input } });
    // The worker's own reader has given it its form, and the call's path holds it against the tool's schema.
    return answer as Frozen<z.input<D>>;
  });
}

/**
 * Asks the worker for something on the call's target, which must still be the one that the call was authorised for.
 *
 * @throws ToolError what the worker and the walls throw. TypeError without a target.
 *
 * @example
 * ```ts
 * import { askTarget } from "gatehouse/hosts/operate.ts";
 *
 * if (askTarget.length !== 2) throw new Error("see the tests of the tools");
 * ```
 */
export async function askTarget(
  context: RunContext,
  { method, input }: {
    readonly method: "operate" | "mikrus";
    readonly input: Readonly<Record<string, unknown>>;
  },
): Promise<unknown> {
  const { target } = context;
  if (target === null) throw new TypeError(`Could not ask for ${method}: the call has no target`);
  const { alias, identity } = target;
  return await serviceOf(context.service).ask(method, { ...input, alias, identity }, context);
}
