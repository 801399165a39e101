/** What the tools that look at a durable job answer. */
import type { z } from "zod";
import type { Looked } from "../jobs/jobs.ts";
import type { jobRecord } from "./job_record.ts";

/**
 * The answer of a look.
 *
 * @example
 * ```ts
 * import { toldJob } from "gatehouse/hosts/tools/job_told.ts";
 *
 * if (toldJob.length !== 1) throw new Error("see the tests of the jobs");
 * ```
 */
export function toldJob({ record, isGone }: Looked): z.input<typeof jobRecord> {
  return { ...record, ...(isGone ? { remotePayloadRemoved: true as const } : {}) };
}
