import { operates } from "../operate.ts";
import { readFile } from "./read_file.ts";

/** The machine does it. */
export default operates(readFile);
