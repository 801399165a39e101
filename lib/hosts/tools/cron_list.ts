/** `cron_list`: which cron profiles are there? */
import { z } from "zod";
import { hostTool } from "./define.ts";

/** Of the caller's own. */
export const cronList = hostTool({
  name: "cron_list",
  title: "List cron profiles",
  description: {
    use: "See the cron profiles and whether the crontab still has them",
    avoid: "Changing one: cron_upsert does that",
  },
  access: "read",
  confidentiality: "internal",
  timeoutMs: 30_000,
  on: "ssh",
  store: "cron_store",
  args: {},
  data: z.strictObject({
    profiles: z.array(z.strictObject({
      profile_id: z.string(),
      state: z.enum(["IN_SYNC", "MODIFIED", "MISSING", "DUPLICATED"]),
      desired_digest: z.string(),
      observed_digest: z.string().nullable(),
      schedule: z.looseObject({}),
    })),
    count: z.int(),
    installed_hash: z.string(),
    installed_size: z.int(),
  }),
});
