import { asksAccount } from "../ask_account.ts";
import { getServerInfo } from "./get_server_info.ts";

/** As the account has it. */
export default asksAccount(getServerInfo, { endpoint: "info" });
