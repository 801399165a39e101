import { operates } from "../operate.ts";
import { listDockerContainers } from "./list_docker_containers.ts";

/** The machine does it. */
export default operates(listDockerContainers);
