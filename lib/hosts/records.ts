/** Tools that act where the job that they name runs: the job's record says which target that is. */
import type { Selecting } from "../core/target.ts";
import type { Tool } from "../core/tool.ts";
import { serviceOf } from "./service.ts";

/**
 * The alias of the target that a job's record names; null for a tool whose jobs belong to this process alone.
 *
 * @throws ToolError `NOT_FOUND` when the caller has no such job, `UNAVAILABLE` when the store cannot be used.
 *
 * @example
 * ```ts
 * import { aliasOfRecord } from "gatehouse/hosts/records.ts";
 * import { getProgramStatus } from "gatehouse/hosts/tools/get_program_status.ts";
 *
 * const alias = await aliasOfRecord(getProgramStatus, { args: { job_id: "a" }, principal: "p", service: null });
 * if (alias !== null) throw new Error("a target of a job that has none");
 * ```
 */
export async function aliasOfRecord(
  tool: Tool,
  { args, principal, service }: Selecting,
): Promise<string | null> {
  if (!tool.name.startsWith("remote_job_")) return null;
  const { jobsOf } = await import("./jobs/jobs.ts");
  // Accepted arguments: the schema has it as a text.
  const { serverId } = await jobsOf(serviceOf(service)).find(principal, String(args["job_id"]));
  return serverId;
}
