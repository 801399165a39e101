import { askJob, kept, ownJob } from "../jobs/jobs.ts";
import type { MachineJob } from "../remote/answers/jobs.ts";
import { hostRuns } from "./define.ts";
import { toldJob } from "./job_told.ts";
import { remoteJobCancel } from "./remote_job_cancel.ts";

/** The machine signals the very processes that the job's record names. */
export default hostRuns(remoteJobCancel, async (input, context) => {
  const { store, record } = await ownJob(input.job_id, context);
  // The worker's own reader has given it its form.
  const { record: said } = await askJob(context, { operation: "remote_job_cancel", input }) as {
    readonly record: MachineJob;
  };
  await kept(store, { record, said });
  return toldJob({ record: said, isGone: false });
});
