import { operates } from "../operate.ts";
import { getProcessTree } from "./get_process_tree.ts";

/** The machine does it. */
export default operates(getProcessTree);
