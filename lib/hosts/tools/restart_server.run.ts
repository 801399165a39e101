import { asksAccount } from "../ask_account.ts";
import { restartServer } from "./restart_server.ts";

/** Sent once. */
export default asksAccount(restartServer, { endpoint: "restart" });
