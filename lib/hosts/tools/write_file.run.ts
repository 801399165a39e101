import { operates } from "../operate.ts";
import { writeFile } from "./write_file.ts";

/** The machine does it. */
export default operates(writeFile);
