import { operates } from "../operate.ts";
import { getDockerStats } from "./get_docker_stats.ts";

/** The machine does it. */
export default operates(getDockerStats);
