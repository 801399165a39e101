import type { z } from "zod";
import { askJob, ownJob } from "../jobs/jobs.ts";
import { hostRuns } from "./define.ts";
import { remoteJobOutput } from "./remote_job_output.ts";

type Page = z.output<typeof remoteJobOutput.output>["data"];

/** The machine reads its file. */
export default hostRuns(remoteJobOutput, async (input, context) => {
  await ownJob(input.job_id, context);
  // The worker's own reader has given it its form, and the call's path holds it against the tool's schema.
  return await askJob(context, { operation: "remote_job_output", input }) as Page;
});
