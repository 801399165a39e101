/** Tools that act where the job that they name runs: the job's record says which target that is. */
import type { Selecting } from "../core/target.ts";
import type { Tool } from "../core/tool.ts";
import { serviceOf } from "./service.ts";

/**
 * The alias of the target that a job's record names, be it a durable job or a started program.
 *
 * @throws ToolError `NOT_FOUND` when the caller has no such job, `UNAVAILABLE` when the store cannot be used.
 *
 * @example
 * ```ts
 * import { aliasOfRecord } from "gatehouse/hosts/records.ts";
 *
 * if (aliasOfRecord.length !== 2) throw new Error("see the tests of the programs");
 * ```
 */
export async function aliasOfRecord(
  tool: Tool,
  { args, principal, service }: Selecting,
): Promise<string> {
  if (!tool.name.startsWith("remote_job_")) {
    return serviceOf(service).programs.find(principal, String(args["job_id"])).work.alias;
  }
  const { jobsOf } = await import("./jobs/jobs.ts");
  // Accepted arguments: the schema has it as a text.
  const { serverId } = await jobsOf(serviceOf(service)).find(principal, String(args["job_id"]));
  return serverId;
}
