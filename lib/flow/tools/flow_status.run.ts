import { runs } from "../../core/tool.ts";
import { askWorker } from "../asking.ts";
import { idleStatus } from "../idle.ts";
import { serviceOf } from "../service.ts";
import { flowStatus } from "./flow_status.ts";

/** Tells how it stands. The report passes the output schema, which is what checks its shape. */
export default runs(flowStatus, async (_args, context) => {
  const { asked, settings } = serviceOf(context);
  const idle = asked || settings === null ? null : idleStatus(settings);
  return (idle ?? await askWorker("status", {}, context)) as never;
});
