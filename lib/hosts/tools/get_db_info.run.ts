import { asksAccount } from "../ask_account.ts";
import { getDbInfo } from "./get_db_info.ts";

/** The worker keeps the passwords to itself. */
export default asksAccount(getDbInfo, { endpoint: "db" });
