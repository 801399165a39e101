import { asksAccount } from "../ask_account.ts";
import { getServerStats } from "./get_server_stats.ts";

/** At most a minute old. */
export default asksAccount(getServerStats, { endpoint: "stats" });
