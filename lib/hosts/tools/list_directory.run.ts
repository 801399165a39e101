import { operates } from "../operate.ts";
import { listDirectory } from "./list_directory.ts";

/** The machine does it. */
export default operates(listDirectory);
