/** A socket that listens, as two tools tell of it. */
import { z } from "zod";

/** The process is null where the account may not see it. */
export const socketData = z.strictObject({
  protocol: z.string(),
  address: z.string(),
  port: z.int().min(1).max(65_535),
  user: z.string(),
  pid: z.int().nullable(),
  process: z.string().nullable(),
});
