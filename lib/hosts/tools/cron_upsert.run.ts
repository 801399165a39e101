import { upsertProfile } from "../cron/crontab.ts";
import { cronUpsert } from "./cron_upsert.ts";
import { hostRuns } from "./define.ts";

/** Keeps the profile, and changes the crontab under the lock of those who change it. */
export default hostRuns(cronUpsert, (args, context) => upsertProfile(args, context));
