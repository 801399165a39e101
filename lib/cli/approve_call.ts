/** Approves one call before it is made: bound by the code that will check it. */
import { shown } from "../config/source.ts";
import { bindCall } from "../core/bind.ts";
import type { Claim } from "../core/authorise.ts";
import type { CatalogueTool } from "../core/catalogue.ts";
import { ToolError } from "../core/errors.ts";
import { type House, TOOL_NOT_FOUND } from "../core/invoke.ts";
import { fieldLines, grantedFields } from "./approval_text.ts";
import { usageError } from "./failure.ts";
import { type Operating, recorded } from "./operating.ts";
import { printJson } from "./print.ts";
import { unknownTool } from "./unknown_tool.ts";

/** The call, as the operator named it. */
export interface NamedCall {
  readonly tool: string;
  /** Null for the target that a call without one has. */
  readonly alias: string | null;
  readonly args: Readonly<Record<string, unknown>>;
  /** Who may make it. */
  readonly principal: string;
  /** What it must act on; null for whatever it acts on. */
  readonly resource: string | null;
  /** Milliseconds that the approval lasts. */
  readonly ttlMs: number;
  readonly json: boolean;
}

/**
 * Binds the call, approves it, and prints what was bound: never a token.
 *
 * @returns The exit code.
 * @throws ToolError `USAGE` for a call that no tool takes, or that acts on something else; what keeps the target from
 * being reached.
 *
 * @example
 * ```ts
 * import { approveCall } from "gatehouse/cli/approve_call.ts";
 *
 * if (approveCall.length !== 2) throw new Error("see the tests of approve");
 * ```
 */
export async function approveCall(operating: Operating, call: NamedCall): Promise<number> {
  const { io, house, approvals } = operating;
  const { alias, binding } = await bound(house, { ...call, signal: io.signal });
  if (call.alias !== null && call.alias !== alias) {
    throw usageError(
      `The call acts on the target ${shown(alias)}, and not on ${shown(call.alias)}`,
      "Give that, or leave --target out",
    );
  }
  if (call.resource !== null && call.resource !== binding.resource) {
    throw usageError(
      `The call acts on ${shown(binding.resource)}, and not on ${shown(call.resource)}`,
      "Give that, or leave --resource out",
    );
  }
  const ttl = call.ttlMs / 1_000;
  await recorded(operating, { command: "approve", binding, more: { target: alias, ttl_seconds: ttl } });
  const granted = await approvals.grant(binding, call.ttlMs);
  const { id, ...fields } = grantedFields(granted);
  const told = { id, target: alias, ...fields, ttl_seconds: ttl };
  if (call.json) printJson(io, told);
  else io.out(fieldLines(told));
  return 0;
}

async function bound(
  house: House,
  { tool, alias, args, principal, signal }: NamedCall & { readonly signal: AbortSignal },
): Promise<Claim> {
  const named = alias === null ? args : { ...args, ...await targetArgument(house, { tool, alias, args }) };
  try {
    return await bindCall(house, { tool, args: named, principal, signal });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (error.code === "ARGUMENTS_INVALID") {
      throw usageError(error.message, `Run gatehouse tools --json for the schema of ${tool}`);
    }
    if (error.code === TOOL_NOT_FOUND) throw unknownTool(house, tool, { message: error.message });
    throw error;
  }
}

/** Where a tool has no such argument, its target follows from the others, such as the id of a job. */
function takes(tool: CatalogueTool | undefined, argument: string): boolean {
  const properties = tool?.inputSchema["properties"];
  return typeof properties === "object" && properties !== null && Object.hasOwn(properties, argument);
}

async function targetArgument(
  house: House,
  { tool, alias, args }: Pick<NamedCall, "tool" | "args"> & { readonly alias: string },
): Promise<Readonly<Record<string, string>>> {
  const known = house.catalogue.find(tool);
  const argument = known && (await house.catalogue.load(known.family)).targets?.argument;
  if (argument === undefined || !takes(known, argument)) return {};
  if (!Object.hasOwn(args, argument)) return { [argument]: alias };
  throw usageError(
    `The target was given twice: by a flag, and as the argument ${argument}`,
    "Leave one of them out",
  );
}
