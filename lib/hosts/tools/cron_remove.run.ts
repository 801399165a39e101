import { removeProfile } from "../cron/crontab.ts";
import { cronRemove } from "./cron_remove.ts";
import { hostRuns } from "./define.ts";

/** Takes the pair out of the crontab, then the profile out of the store. */
export default hostRuns(cronRemove, ({ profile_id }, context) => removeProfile(profile_id, context));
