import { operates } from "../operate.ts";
import { analyzeDisk } from "./analyze_disk.ts";

/** The machine does it. */
export default operates(analyzeDisk);
