/** The one place where the family's results and failures become its wire shape. */
import { type Encoded, encodePlain, type Settled } from "../core/encode.ts";
import { answer, refusal } from "./answer.ts";
import { errorField } from "./model/consult.ts";
import { gate } from "./tools/gate.ts";

/**
 * A judge that failed is no error to a client that waits for a verdict: it is a refusal. The tools that only a model
 * answers have no such answer, so there a failure is one.
 *
 * @example
 * ```ts
 * import { ToolError } from "gatehouse/core/errors.ts";
 * import { encode } from "gatehouse/gate/encode.ts";
 * import { gate } from "gatehouse/gate/tools/gate.ts";
 *
 * const error = new ToolError("DEADLINE_EXCEEDED", "The call took too long");
 * const encoded = encode({ tool: gate, args: { command: "ls" }, ok: false, error });
 * if (encoded.kind !== "result" || encoded.structuredContent?.["decision"] !== "deny") throw new Error("no verdict");
 * ```
 */
export function encode(settled: Settled): Encoded {
  if (settled.ok || settled.error.code === "ARGUMENTS_INVALID" || settled.error.code === "CANCELLED") {
    return encodePlain(settled);
  }
  const { tool, args, error } = settled;
  if (tool.name === gate.name) {
    // Refused arguments were sorted out above, so these are the ones that the schema accepted.
    const asked = args as { command: string; cwd?: string };
    const value = { ...answer(refusal(`Refused (fail-closed): ${error.line}`), asked) };
    return encodePlain({ tool, args, ok: true, value });
  }
  const failure = {
    tool: tool.name,
    error: errorField(error),
    message: error.message,
    next: error.next ?? null,
  };
  return {
    kind: "result",
    content: [{ type: "text", text: JSON.stringify(failure, null, 2) }],
    isError: true,
  };
}
