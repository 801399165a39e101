/** Carries out one tool call of a model: always answered, never thrown. */
import { oneLine } from "../../core/bounds.ts";
import { ToolError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import type { RoleTool, ToolResult } from "../types.ts";
import { argumentFault } from "./arguments.ts";
import type { KeptCall } from "./calls.ts";

/**
 * The result of a call: of the tool when it is offered and its arguments fit, else what was wrong, with the names that
 * would have been right.
 *
 * @example
 * ```ts
 * import { carryOut } from "gatehouse/flow/roles/carry_out.ts";
 *
 * const call = { id: "1", name: "shell_exec", args: {}, fault: null };
 * const result = await carryOut(call, { tools: [], signal: new AbortController().signal });
 * if (result.status !== "error") throw new Error("carried out");
 * ```
 */
export async function carryOut(
  call: KeptCall,
  by: { readonly tools: readonly RoleTool[]; readonly signal: AbortSignal },
): Promise<ToolResult> {
  const tool = by.tools.find(({ name }) => name === call.name);
  if (tool === undefined) return noSuchTool(call.name, by.tools);
  const fault = call.fault ?? argumentFault(call.args, tool.parameters);
  if (fault !== null) return { status: "error", error: `${tool.name} was not called. ${fault}` };
  try {
    return await tool.run(call.args, by.signal);
  } catch (error) {
    if (by.signal.aborted) return { status: "error", error: `${tool.name} was interrupted` };
    const line = error instanceof ToolError ? error.line : "it failed by a defect of the host";
    return { status: "error", error: `${tool.name} failed: ${line}` };
  }
}

function noSuchTool(name: string, tools: readonly RoleTool[]): ToolResult {
  const names = tools.map((tool) => tool.name);
  const near = nearest(name, names);
  return {
    status: "error",
    error: `No tool ${oneLine(name, 80) || "(nothing)"} is offered to this role` +
      (near === null ? "" : `; did you mean ${near}?`),
    valid_tools: names,
  };
}
