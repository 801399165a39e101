import { viewOf } from "../programs/jobs.ts";
import { programOf } from "../programs/record.ts";
import { hostRuns } from "./define.ts";
import { getProgramStatus } from "./get_program_status.ts";

/** How it stands. */
export default hostRuns(getProgramStatus, ({ job_id }, context) => viewOf(programOf(job_id, context)));
