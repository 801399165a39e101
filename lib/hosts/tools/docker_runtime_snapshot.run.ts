import { ToolError } from "../../core/errors.ts";
import { ask } from "../compose/ask.ts";
import { shownContainer } from "../compose/shown.ts";
import type { Snapshot } from "../remote/answers/compose.ts";
import { hostRuns } from "./define.ts";
import { dockerRuntimeSnapshot } from "./docker_runtime_snapshot.ts";

/** Looks at the containers themselves: a listing does not tell labels apart. */
export default hostRuns(dockerRuntimeSnapshot, async ({ service, container }, context) => {
  if ((service === undefined) === (container === undefined)) {
    throw new ToolError("VALIDATION_FAILED", "Could not look at it: give either service or container");
  }
  const input = service === undefined ? { container } : { service };
  // The worker's own reader has given it its form.
  const { containers, count } = await ask(context, {
    operation: "docker_runtime_snapshot",
    input,
  }) as Snapshot;
  const more = count - containers.length;
  return { containers: containers.map(shownContainer), ...(more > 0 ? { more } : {}) };
});
