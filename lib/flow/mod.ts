/** The family `flow`: local models plan, write and review a change; the host alone says whether it is verified. */
import type { Family } from "../core/tool.ts";
import { worker } from "./backends.ts";
import { encode } from "./encode.ts";
import { factsOf } from "./facts.ts";
import { FlowService } from "./service.ts";
import { settingsOf } from "./settings.ts";
import { flowCheck } from "./tools/flow_check.ts";
import { flowRun } from "./tools/flow_run.ts";
import { flowStatus } from "./tools/flow_status.ts";

const family: Family = {
  name: "flow",
  icon: "M1,3h9l5,5-5,5H1l5-5",
  instructions:
    "To have a coding task done in the configured workspace, call flow_status first, then flow_run with the whole task " +
    "in words. Only verified: true says that the operator's checks passed and a reviewer agreed; otherwise look at " +
    "reasons and checks, and tell the person. Edits stay, whatever the result.",
  tools: [
    { tool: flowRun, load: () => import("./tools/flow_run.run.ts") },
    { tool: flowStatus, load: () => import("./tools/flow_status.run.ts") },
    { tool: flowCheck, load: () => import("./tools/flow_check.run.ts") },
  ],
  resources: [],
  backends: [worker],
  open: (given, backend) => new FlowService(settingsOf(given), backend("worker")),
  encode,
  facts: factsOf,
  commands: {
    undo: () => import("./commands/undo.ts"),
    models: () => import("./commands/models.ts"),
    tools: () => import("./commands/tools.ts"),
    probe: () => import("./commands/probe.ts"),
    editorSocket: () => import("./commands/editor_socket.ts"),
  },
};

/** The family, as the catalogue loads it. */
export default family;
