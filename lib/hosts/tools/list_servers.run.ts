import { asksAccount } from "../ask_account.ts";
import { listServers } from "./list_servers.ts";

/** Also those that are not configured here. */
export default asksAccount(listServers, { endpoint: "serwery" });
