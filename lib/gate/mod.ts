/** The family `gate`: judges shell commands before they run. */
import type { Family } from "../core/tool.ts";
import { encode } from "./encode.ts";
import { model } from "./model/backend.ts";
import { factsOf } from "./facts.ts";
import { GateService, serviceOf } from "./service.ts";
import { gateSettings } from "./settings.ts";
import { classify } from "./tools/classify.ts";
import { gate } from "./tools/gate.ts";
import { route } from "./tools/route.ts";
import { score } from "./tools/score.ts";

const family: Family = {
  name: "gate",
  icon: "M0,16V0h16v16",
  instructions:
    "Before you run a shell command, call gate with the command and its working directory. Run it only on " +
    "allow. On ask, show a person the command and the reason, and run it only if they say yes. Never run it on deny.",
  tools: [
    { tool: gate, load: () => import("./tools/gate.run.ts") },
    { tool: classify, load: () => import("./tools/classify.run.ts") },
    { tool: route, load: () => import("./tools/route.run.ts") },
    { tool: score, load: () => import("./tools/score.run.ts") },
  ],
  resources: [{
    uri: "phocinae://policy/gate-approval",
    name: "gate-approval",
    title: "How commands are approved",
    description: "What allow, ask and deny mean, how a verdict comes about, and what a client owes on ask",
    mimeType: "text/markdown",
    read: async (service) => (await import("./policy.ts")).policyText(serviceOf({ service })),
    isPrivate: (service) => serviceOf({ service }).settings.rulesFile !== null,
  }],
  backends: [model],
  open: async (given, backend) => {
    const settings = gateSettings.parse(given ?? {});
    const { RuleBook } = await import("./rulebook.ts");
    return new GateService(settings, backend("model"), await RuleBook.open(settings.rulesFile));
  },
  encode,
  // What is asked of the model alone is the caller's own business: the record keeps that it was asked.
  facts(ended, service) {
    if (ended.tool.name !== gate.name) return {};
    const rules = rulesOf(service);
    const [refused] = rules?.problems ?? [];
    const facts = factsOf(ended, rules?.operatorDigest ?? null);
    return refused === undefined ? facts : { ...facts, rules_refused: refused };
  },
  // What exactly is wrong is the operator's business: it stands on stderr and in the record.
  degraded: (service) => (rulesOf(service)?.problems.length ?? 0) === 0 ? null : REFUSED,
  commands: {
    diff: () => import("./operator/diff.ts"),
    suggest: () => import("./operator/suggest.ts"),
    judge: () => import("./judge_argv.ts"),
    probe: () => import("./model/probe.ts"),
  },
};

/** The family, as the catalogue loads it. */
export default family;

const REFUSED = "The operator's rule file was changed and refused; the rules loaded before stay in force";

function rulesOf(service: unknown): GateService["rules"] | null {
  return service instanceof GateService ? service.rules : null;
}
