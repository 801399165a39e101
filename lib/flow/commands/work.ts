/** How the command line's own work asks the worker. */
import type { FamilyCommand } from "../../core/tool.ts";
import { askWorker, type Method } from "../asking.ts";

/**
 * Work that is one call of the worker.
 *
 * @param method The worker's.
 * @param limitMs Milliseconds that it may take.
 * @returns Takes `signal`, which ends it; the rest is what the method takes. Gives its report.
 *
 * @example
 * ```ts
 * import { work } from "gatehouse/flow/commands/work.ts";
 * import { FlowService } from "gatehouse/flow/service.ts";
 *
 * const worker = { call: (method: string) => Promise.resolve({ status: "ok", method }) };
 * const report = await work("undo", 1_000)({}, new FlowService(null, worker));
 * if (JSON.stringify(report) !== '{"status":"ok","method":"undo"}') throw new Error(JSON.stringify(report));
 * ```
 */
export function work(method: Method, limitMs: number): Awaited<ReturnType<FamilyCommand>>["default"] {
  return async (asked, service) => {
    const { signal, ...input } = { ...(asked as { readonly signal?: AbortSignal } | undefined) };
    return await askWorker(method, input, {
      service,
      signal: signal ?? new AbortController().signal,
      leftMs: limitMs,
      progress() {},
      step() {},
    });
  };
}
