import { asksAccount } from "../ask_account.ts";
import { getLogs } from "./get_logs.ts";

/** The last ten. */
export default asksAccount(getLogs, { endpoint: "logs" });
