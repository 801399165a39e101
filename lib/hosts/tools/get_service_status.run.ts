import { operates } from "../operate.ts";
import { getServiceStatus } from "./get_service_status.ts";

/** The machine does it. */
export default operates(getServiceStatus);
