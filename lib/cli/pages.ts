/** The texts that are not generated from a command's declaration. */
import { NAME, VERSION } from "../core/version.ts";
import { VERSIONS } from "../dispatch/serving.ts";
import approvals from "./help/approvals.txt" with { type: "text" };
import config from "./help/config.txt" with { type: "text" };
import flow from "./help/flow.txt" with { type: "text" };
import gate from "./help/gate.txt" with { type: "text" };
import hosts from "./help/hosts.txt" with { type: "text" };
import model from "./help/model.txt" with { type: "text" };
import overview from "./help/overview.txt" with { type: "text" };
import policy from "./help/policy.txt" with { type: "text" };
import protocol from "./help/protocol.txt" with { type: "text" };
import roots from "./help/roots.txt" with { type: "text" };
import rules from "./help/rules.txt" with { type: "text" };
import skills from "./help/skills.txt" with { type: "text" };

import troubleshooting from "./help/troubleshooting.txt" with { type: "text" };

/** Each page as it is printed. */
export const pages = {
  overview,
  gate,
  rules,
  model,
  skills,
  roots,
  hosts,
  flow,
  policy,
  troubleshooting,
  approvals,
  config,
  protocol,
  version: `${NAME} ${VERSION} (MCP ${VERSIONS.join(", ")})\n`,
} as const;
