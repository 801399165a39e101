/** What a call would act on, found out as the call itself finds it out, and nothing run: for whoever approves it. */
import { authorise, type Claim } from "./authorise.ts";
import { oneLine } from "./bounds.ts";
import { limitOf } from "./change.ts";
import { foreseen } from "./confirm.ts";
import { Deadline } from "./deadline.ts";
import { ToolError } from "./errors.ts";
import { type Call, type House, TOOL_NOT_FOUND } from "./invoke.ts";
import type { RunContext } from "./tool.ts";
import { validate } from "./validate.ts";

/**
 * Takes a call through phases 1 to 6: its arguments are accepted, its scopes checked, its target reached.
 *
 * @returns What an approval of exactly this call has to agree with.
 * @throws ToolError what `invoke` refuses such a call with; `TOOL_NOT_FOUND`; `NO_APPROVAL_NEEDED` for a tool that only
 * reads, or has no target.
 *
 * @example
 * ```ts
 * import { bareHouse } from "gatehouse/core/bare_house.ts";
 * import { bindCall } from "gatehouse/core/bind.ts";
 * import { openCatalogue } from "gatehouse/core/catalogue.ts";
 *
 * const house = bareHouse(openCatalogue({ families: [], tools: [], resources: [] }, {}));
 * const code = await bindCall(house, { tool: "none", args: {}, principal: "posix-uid:0" })
 *   .then(() => "bound", (error) => error.code);
 * if (code !== "TOOL_NOT_FOUND") throw new Error(code);
 * ```
 */
export async function bindCall(
  house: House,
  call: Pick<Call, "tool" | "args" | "principal" | "signal">,
): Promise<Claim> {
  const { principal } = call;
  const known = house.catalogue.find(call.tool);
  const family = known === undefined ? null : await house.catalogue.load(known.family);
  const tool = family?.tools.find((entry) => entry.tool.name === call.tool)?.tool;
  if (family === null || tool === undefined) {
    throw new ToolError(TOOL_NOT_FOUND, `Unknown tool: ${oneLine(call.tool, 64)}`, {
      next: "List the tools to see the names",
    });
  }
  if (tool.access === "read") throw unneeded(tool.name);
  using deadline = new Deadline(limitOf(tool, house.policy.maxMs), call.signal);
  // Accepted arguments are an object: every tool's schema is one.
  const args = validate(tool, call.args ?? {}) as Readonly<Record<string, unknown>>;
  const service = await deadline.race(Promise.resolve(house.serviceOf(family)));
  const context: RunContext = {
    get signal() {
      return deadline.signal;
    },
    get leftMs() {
      return deadline.leftMs;
    },
    answers: {},
    principal,
    target: null,
    carried: undefined,
    service,
    progress() {},
    log() {},
    step() {},
  };
  const claim = await authorise(house.policy, { family, tool, args, principal, service, deadline, context });
  if (claim === null) throw unneeded(tool.name);
  // What no approval allows is not approved.
  await foreseen(tool, { args, deadline, context: { ...context, target: claim.target } });
  return claim;
}

function unneeded(name: string): ToolError {
  return new ToolError("NO_APPROVAL_NEEDED", `${name} needs no approval: it changes nothing on a target`, {
    next: "Call it",
  });
}
