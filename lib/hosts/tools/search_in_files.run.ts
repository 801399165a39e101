import { operates } from "../operate.ts";
import { searchInFiles } from "./search_in_files.ts";

/** The machine does it. */
export default operates(searchInFiles);
