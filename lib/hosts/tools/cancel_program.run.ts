import { programOf } from "../programs/record.ts";
import { serviceOf } from "../service.ts";
import { cancelProgram } from "./cancel_program.ts";
import { hostRuns } from "./define.ts";

/** Ends it, and sees to that nothing of it is left. */
export default hostRuns(
  cancelProgram,
  ({ job_id }, context) => serviceOf(context.service).programs.cancel(programOf(job_id, context)),
);
