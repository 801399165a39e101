/** The started program that a call names. */
import { ToolError } from "../../core/errors.ts";
import type { RunContext } from "../../core/tool.ts";
import { serviceOf } from "../service.ts";
import type { Job } from "./jobs.ts";

/**
 * The caller's own job of that id, on the machine that it was started on.
 *
 * @throws ToolError `NOT_FOUND`; `CONFLICT` when the alias leads to another machine by now.
 *
 * @example
 * ```ts
 * import { programOf } from "gatehouse/hosts/programs/record.ts";
 *
 * if (programOf.length !== 2) throw new Error("see the tests of the programs");
 * ```
 */
export function programOf(id: string, { principal, service, target }: RunContext): Job {
  const job = serviceOf(service).programs.find(principal, id);
  if (target === null || target.identity === job.work.identity) return job;
  throw new ToolError("CONFLICT", "The server is not the one that the program was started on", {
    next: "Look at both machines' processes",
  });
}
