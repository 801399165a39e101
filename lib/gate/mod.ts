/** The family `gate`: judges shell commands before they run. */
import { type Encoded, encodePlain, type Settled } from "../core/encode.ts";
import type { Family } from "../core/tool.ts";
import { answer, refusal } from "./answer.ts";
import { model } from "./model/backend.ts";
import { factsOf } from "./facts.ts";
import { GateService } from "./service.ts";
import { gateSettings } from "./settings.ts";
import { gate } from "./tools/gate.ts";

const family: Family = {
  name: "gate",
  instructions:
    "Before you run a shell command, call gate with the command and its working directory. Run it only on " +
    "allow. On ask, show a person the command and the reason, and run it only if they say yes. Never run it on deny.",
  tools: [{ tool: gate, load: () => import("./tools/gate.run.ts") }],
  resources: [{
    uri: "phocinae://policy/gate-approval",
    name: "gate-approval",
    title: "How commands are approved",
    description: "What allow, ask and deny mean, how a verdict comes about, and what a client owes on ask",
    mimeType: "text/markdown",
    read: async () => (await import("./policy.ts")).policy,
  }],
  backends: [model],
  open: (settings, backend) => new GateService(gateSettings.parse(settings ?? {}), backend("model")),
  encode,
  facts: (ended) => factsOf(ended, null),
};

/** The family, as the catalogue loads it. */
export default family;

/** A judge that failed is no error to a client that waits for a verdict: it is a refusal. */
function encode(settled: Settled): Encoded {
  if (settled.ok || settled.error.code === "ARGUMENTS_INVALID" || settled.error.code === "CANCELLED") {
    return encodePlain(settled);
  }
  // Refused arguments were sorted out above, so these are the ones that the schema accepted.
  const asked = settled.args as { command: string; cwd?: string };
  const value = { ...answer(refusal(`Refused (fail-closed): ${settled.error.line}`), asked) };
  return encodePlain({ tool: settled.tool, args: settled.args, ok: true, value });
}
