import { operates } from "../operate.ts";
import { checkPort } from "./check_port.ts";

/** The machine does it. */
export default operates(checkPort);
