import { apply } from "../compose/apply.ts";
import { hostRuns } from "./define.ts";
import { dockerRecreateApply } from "./docker_recreate_apply.ts";

/** Once, and only what was planned. */
export default hostRuns(dockerRecreateApply, (args, context) => apply(args, context));
