import { listProfiles } from "../cron/crontab.ts";
import { cronList } from "./cron_list.ts";
import { hostRuns } from "./define.ts";

/** Reads the crontab, under the lock of those who change it. */
export default hostRuns(cronList, (_args, context) => listProfiles(context));
