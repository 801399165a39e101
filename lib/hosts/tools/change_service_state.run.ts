import { operates } from "../operate.ts";
import { changeServiceState } from "./change_service_state.ts";

/** The machine does it. */
export default operates(changeServiceState);
