/** What the journal tells. */
import { z } from "zod";

/** At most 500 entries. */
export const journalData = z.strictObject({
  output: z.string().describe("A line for each entry, the oldest first"),
  stderr: z.string(),
  entries: z.array(z.strictObject({
    time: z.string().nullable(),
    unit: z.string().nullable(),
    identifier: z.string().nullable(),
    pid: z.int().nullable(),
    priority: z.int().nullable(),
    message: z.string(),
  })),
  state: z.enum(["complete", "partial"]),
  truncated: z.boolean(),
});
