import { viewOf } from "../programs/jobs.ts";
import { programOf } from "../programs/record.ts";
import { hostRuns } from "./define.ts";
import { getProgramResult } from "./get_program_result.ts";

/** What it answered, or why it failed. */
export default hostRuns(getProgramResult, ({ job_id }, context) => {
  const job = programOf(job_id, context);
  return { ...viewOf(job), result: job.result, error: job.error };
});
