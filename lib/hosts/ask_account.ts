/** How the tools of mikr.us accounts work: each asks one endpoint of the account's API. */
import type { z } from "zod";
import type { Frozen, Runner } from "../core/tool.ts";
import type { EndpointName, ReplyOf } from "./mikrus/endpoints.ts";
import { askTarget } from "./operate.ts";
import { type Answer, type DeclaredHostTool, hostRuns } from "./tools/define.ts";

/** Arguments as a tool accepted them. */
type Accepted<A extends z.core.$ZodShape> = z.output<z.ZodObject<A, z.core.$strict>>;

/** The endpoint where its reply is what the tool answers with, so that the compiler holds the two together. */
type Answering<N extends EndpointName, D extends z.ZodObject> = ReplyOf<N> extends Frozen<z.input<D>> ? N
  : never;

/**
 * A run function that asks an endpoint of the account and gives its reply.
 *
 * @param options `endpoint`: which one; `fields`: what it takes, from the tool's arguments; default: nothing.
 *
 * @example
 * ```ts
 * import { asksAccount } from "gatehouse/hosts/ask_account.ts";
 * import { getPorts } from "gatehouse/hosts/tools/get_ports.ts";
 *
 * if (asksAccount(getPorts, { endpoint: "porty" }).tool !== getPorts) throw new Error("not bound");
 * ```
 */
export function asksAccount<A extends z.core.$ZodShape, D extends z.ZodObject, N extends EndpointName>(
  tool: DeclaredHostTool<A, D>,
  { endpoint, fields = () => ({}) }: {
    readonly endpoint: N & Answering<N, D>;
    readonly fields?: (args: Accepted<A>) => Readonly<Record<string, string>>;
  },
): Runner<z.ZodObject<A, z.core.$strict>, Answer<D>> {
  return hostRuns(tool, async (args, context) => {
    // The endpoint's own parser has given it its form.
    return await askTarget(context, {
      method: "mikrus",
      input: { endpoint, fields: fields(args) },
    }) as Frozen<z.input<D>>;
  });
}
