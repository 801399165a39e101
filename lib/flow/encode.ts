/** The one place where the family's reports and failures become its wire shape. */
import { asciiJson } from "../core/ascii_json.ts";
import { type Encoded, encodePlain, type Settled } from "../core/encode.ts";
import type { ToolError } from "../core/errors.ts";

/** What a run that ended by an error is not verified for, by the error's code. */
const REASONS: Readonly<Record<string, string>> = {
  DEADLINE_EXCEEDED: "time_budget",
  CANCELLED: "cancelled",
};

/**
 * A report is one line of JSON in ASCII, as text and as structured content; anything but `ok` is a failure. What went
 * wrong on our side is a report as well. Refused arguments are -32602 with `data.issues`.
 *
 * @example
 * ```ts
 * import { encode } from "gatehouse/flow/encode.ts";
 * import { flowCheck } from "gatehouse/flow/tools/flow_check.ts";
 *
 * const value = { status: "unverified", verified: false, checks: [], reason: "No check is required" };
 * const encoded = encode({ tool: flowCheck, args: {}, ok: true, value });
 * if (encoded.kind !== "result" || encoded.isError !== true) throw new Error("not verified is a failure");
 * ```
 */
export function encode(settled: Settled): Encoded {
  if (!settled.ok && settled.error.code === "ARGUMENTS_INVALID") return encodePlain(settled);
  const report = settled.ok ? settled.value : failureReport(settled.error, settled.tool.name);
  return {
    kind: "result",
    content: [{ type: "text", text: asciiJson(report) }],
    structuredContent: report,
    isError: report["status"] !== "ok",
  };
}

function failureReport({ code, message, next }: ToolError, tool: string): Readonly<Record<string, unknown>> {
  const told = { error: message, code, ...(next === undefined ? {} : { next }) };
  // What verifies nothing has no reasons for not doing so.
  if (tool === "flow_status") return { status: "error", ...told };
  const reason = REASONS[code] ?? (code.startsWith("MODEL_") ? "model_error" : "error");
  return { status: "error", verified: false, ...told, reasons: [{ code: reason, message }] };
}
