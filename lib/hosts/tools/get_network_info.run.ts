import { operates } from "../operate.ts";
import { getNetworkInfo } from "./get_network_info.ts";

/** The machine does it. */
export default operates(getNetworkInfo);
