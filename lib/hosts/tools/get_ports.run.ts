import { asksAccount } from "../ask_account.ts";
import { getPorts } from "./get_ports.ts";

/** At most a minute old. */
export default asksAccount(getPorts, { endpoint: "porty" });
