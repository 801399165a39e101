import { runs } from "../../core/tool.ts";
import { askWorker } from "../asking.ts";
import { flowRun } from "./flow_run.ts";

/** Carries out the task. Its report passes the output schema, which is what checks its shape. */
export default runs(flowRun, async ({ task }, context) => await askWorker("run", { task }, context) as never);
