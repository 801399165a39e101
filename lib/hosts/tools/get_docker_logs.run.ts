import { operates } from "../operate.ts";
import { getDockerLogs } from "./get_docker_logs.ts";

/** The machine does it. */
export default operates(getDockerLogs);
