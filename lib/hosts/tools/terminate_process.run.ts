import { operates } from "../operate.ts";
import { terminateProcess } from "./terminate_process.ts";

/** The machine does it. */
export default operates(terminateProcess);
