import { operates } from "../operate.ts";
import { findSystemErrors } from "./find_system_errors.ts";

/** The machine does it. */
export default operates(findSystemErrors);
