import { asksAccount } from "../ask_account.ts";
import { getCloud } from "./get_cloud.ts";

/** As it comes, within bounds. */
export default asksAccount(getCloud, { endpoint: "cloud" });
