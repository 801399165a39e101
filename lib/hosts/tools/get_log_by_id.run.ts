import { asksAccount } from "../ask_account.ts";
import { getLogById } from "./get_log_by_id.ts";

/** One entry. */
export default asksAccount(getLogById, { endpoint: "log", fields: ({ log_id }) => ({ log_id }) });
