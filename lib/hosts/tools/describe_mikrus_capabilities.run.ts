import { capabilitiesOf } from "../manifest.ts";
import { serviceOf } from "../service.ts";
import { tools } from "../tool_list.ts";
import { hostRuns } from "./define.ts";
import { describeMikrusCapabilities } from "./describe_mikrus_capabilities.ts";

/** Reads what this process serves. */
export default hostRuns(describeMikrusCapabilities, (_args, { service }) => {
  const { catalogue, provenance } = serviceOf(service);
  return capabilitiesOf(tools.map(({ tool }) => tool), { catalogue, provenance });
});
