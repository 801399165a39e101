import { runs } from "../../core/tool.ts";
import { askWorker } from "../asking.ts";
import { flowCheck } from "./flow_check.ts";

/** Runs the checks. The report passes the output schema, which is what checks its shape. */
export default runs(
  flowCheck,
  async ({ name }, context) => await askWorker("check", name === undefined ? {} : { name }, context) as never,
);
