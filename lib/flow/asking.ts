/** How the run functions and the command line's work ask the worker. */
import { ToolError } from "../core/errors.ts";
import { isRecord } from "../core/record.ts";
import type { RunContext } from "../core/tool.ts";
import { serviceOf } from "./service.ts";
import { stepOf, stepText } from "./steps.ts";

/** What the worker does. */
export type Method = "status" | "run" | "check" | "undo" | "models" | "tools" | "probe";

/** What asking needs of a call. */
export type AskOptions = Pick<RunContext, "service" | "signal" | "leftMs" | "progress" | "step">;

/** A report, whose shape the tool's output schema checks. */
export type Report = Readonly<Record<string, unknown>>;

/**
 * Asks the worker, and tells the caller each step of its work.
 *
 * @param input What the method takes.
 * @throws ToolError as the worker threw it, or as the walls do.
 *
 * @example
 * ```ts
 * import { askWorker } from "gatehouse/flow/asking.ts";
 * import { FlowService } from "gatehouse/flow/service.ts";
 *
 * const worker = { call: () => Promise.resolve({ status: "ok" }) };
 * const context = {
 *   service: new FlowService(null, worker),
 *   signal: new AbortController().signal,
 *   leftMs: 1_000,
 *   progress() {},
 *   step() {},
 * };
 * if ((await askWorker("status", {}, context))["status"] !== "ok") throw new Error("not asked");
 * ```
 */
export async function askWorker(
  method: Method,
  input: Readonly<Record<string, unknown>>,
  context: AskOptions,
): Promise<Report> {
  let told = 0;
  const service = serviceOf(context);
  service.asked = true;
  const answer = await service.worker.call(method, input, {
    signal: context.signal,
    timeoutMs: Math.max(1, Math.floor(context.leftMs)),
    onEvent(event) {
      const step = stepOf(event);
      if (step === null) return;
      context.step(step);
      const words = stepText(step);
      // How many steps there will be, nobody knows.
      if (words !== null) context.progress(++told, undefined, words);
    },
  });
  return reportIn(answer);
}

function reportIn(answer: unknown): Report {
  if (isRecord(answer)) return answer;
  throw new ToolError("FLOW_ANSWER", "The worker answered with no report");
}
