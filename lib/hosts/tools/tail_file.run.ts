import { operates } from "../operate.ts";
import { tailFile } from "./tail_file.ts";

/** The machine does it. */
export default operates(tailFile);
