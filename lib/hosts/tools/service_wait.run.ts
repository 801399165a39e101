import { ToolError } from "../../core/errors.ts";
import { ask, ownPlan, stale } from "../compose/ask.ts";
import type { Ready } from "../remote/answers/compose.ts";
import { hostRuns } from "./define.ts";
import { serviceWait } from "./service_wait.ts";

/** With a receipt, the service must be of the project and files that were planned. */
export default hostRuns(serviceWait, async (args, context) => {
  const { service, plan_receipt, readiness, timeout_seconds: seconds } = args;
  const record = plan_receipt === undefined ? null : await ownPlan(plan_receipt, context);
  if (record !== null && record.service !== service) throw stale("it is for another service");
  const bound = record === null ? {} : { project: record.project, files: record.composeFiles };
  try {
    // The worker's own reader has given it its form.
    const input = { service, readiness, seconds, ...bound };
    const ready = await ask(context, { operation: "service_wait", input }) as Ready;
    return { status: "READY" as const, ...ready };
  } catch (error) {
    if (record === null || !(error instanceof ToolError) || error.code !== "CONFLICT") throw error;
    throw stale("the service is of another project, or was made by other files");
  }
});
