/** The largest processes of a machine, wherever they were read. */
import { z } from "zod";

/** Fields of a snapshot. */
export const processFields = {
  state: z.enum(["complete", "partial"]),
  processes: z.array(z.strictObject({
    pid: z.int(),
    ppid: z.int().nullable(),
    user: z.string(),
    cpuPercent: z.number(),
    memoryPercent: z.number(),
    rssBytes: z.int(),
    state: z.string(),
    executable: z.string(),
    command: z.string().describe("Secret arguments are masked"),
  })),
  processesTruncated: z.boolean(),
  processLimit: z.int(),
  processSort: z.string(),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
};
