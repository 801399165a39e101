import { operates } from "../operate.ts";
import { listProcesses } from "./list_processes.ts";

/** The machine does it. */
export default operates(listProcesses);
