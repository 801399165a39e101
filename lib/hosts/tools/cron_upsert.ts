/** `cron_upsert`: sets a cron profile. */
import { z } from "zod";
import { executable, profileId } from "./arguments.ts";
import { cronArgv, environment, schedule } from "./cron_arguments.ts";
import { hostTool } from "./define.ts";

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
  args: {
    profile_id: profileId,
    schedule,
    executable,
    argv: cronArgv,
    environment,
  },
  foresee: async (args, context) => (await import("../cron/prepared.ts")).foreseeProfile(args, context),
  data: z.strictObject({
    profile_id: z.string(),
    state: z.literal("IN_SYNC"),
    desired_digest: z.string(),
    marker: z.string(),
    reconciled_after_ambiguity: z.boolean().optional(),
  }),
  resource: "profile_id",
});
