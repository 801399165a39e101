import { operates } from "../operate.ts";
import { getMemoryInfo } from "./get_memory_info.ts";

/** The machine does it. */
export default operates(getMemoryInfo);
