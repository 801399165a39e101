/** `cron_remove`: removes a cron profile. */
import { z } from "zod";
import { profileId } from "./arguments.ts";
import { hostTool } from "./define.ts";

/** Exactly its marker and its line. */
export const cronRemove = hostTool({
  name: "cron_remove",
  title: "Remove a cron profile",
  description: {
    use: "Take one profile out of the crontab",
    avoid: "Entries that somebody wrote by hand: they are left alone",
  },
  access: "write",
  confidentiality: "internal",
  timeoutMs: 70_000,
  on: "ssh",
  store: "cron_store",
  args: { profile_id: profileId },
  data: z.strictObject({ profile_id: z.string(), removed: z.literal(true) }),
  resource: "profile_id",
});
