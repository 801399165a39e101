import { operates } from "../operate.ts";
import { filePatchAtomic } from "./file_patch_atomic.ts";

/** The machine does it. */
export default operates(filePatchAtomic);
