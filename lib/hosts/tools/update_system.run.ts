import { operates } from "../operate.ts";
import { updateSystem } from "./update_system.ts";

/** The machine does it. */
export default operates(updateSystem);
