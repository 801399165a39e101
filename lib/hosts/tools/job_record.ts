/** A durable job as it is told of. */
import { z } from "zod";

/** Its record, without what was sent to it. */
export const jobRecord = z.looseObject({
  jobId: z.string(),
  state: z.enum(["queued", "running", "succeeded", "failed", "cancelled", "lost", "expired"]),
});
