/** `cron_upsert`: sets a cron profile. */
import { z } from "zod";
import { argv, executable, profileId } from "./arguments.ts";
import { hostTool } from "./define.ts";

const cronField = z.string().regex(/^[0-9*,\/-]{1,100}$/);

/** Other lines of the crontab stay byte for byte. */
export const cronUpsert = hostTool({
  name: "cron_upsert",
  title: "Set a cron profile",
  description: {
    use: "Put one program of the allow-list into the crontab, or change its entry",
    avoid: "Entries that somebody wrote by hand: they are left alone",
  },
  access: "write",
  confidentiality: "internal",
  timeoutMs: 70_000,
  on: "ssh",
  store: "cron_store",
  feature: "cron",
  args: {
    profile_id: profileId,
    schedule: z.strictObject({
      minute: cronField,
      hour: cronField,
      day_of_month: cronField,
      month: cronField,
      day_of_week: cronField,
    }),
    executable,
    argv,
    environment: z.record(z.string(), z.string().max(1_024)).default({}).describe("At most 16 variables"),
  },
  data: z.strictObject({
    profile_id: z.string(),
    state: z.literal("IN_SYNC"),
    desired_digest: z.string(),
    marker: z.string(),
    reconciled_after_ambiguity: z.boolean().optional(),
  }),
  resource: "profile_id",
});
