/** All built-in rules. */
import type { Rule, TextRule } from "../rule.ts";
import { askedAboutItself } from "./asked_about_itself.ts";
import { cloud } from "./cloud.ts";
import { containers } from "./containers.ts";
import { databases } from "./databases.ts";
import { git } from "./git.ts";
import { options } from "./options.ts";
import { packages } from "./packages.ts";
import { program } from "./program.ts";
import { shell } from "./shell.ts";
import { tools } from "./tools.ts";
import { text } from "./text.ts";
import { files } from "./files.ts";
import { devices } from "./devices.ts";
import { dialects } from "./dialects.ts";
import { powersOfReaders } from "./powers.ts";
import { privilege } from "./privilege.ts";
import { persistence } from "./persistence.ts";
import { compilerRules } from "./compilers.ts";
import { remoteHosts } from "./remote_hosts.ts";
import { secrets } from "./secrets.ts";
import { network } from "./network.ts";
import { system } from "./system.ts";
import { interpreters } from "./interpreters.ts";

/** Rules about calls, in the order in which they are named when several are equally strict. */
export const rules: readonly Rule[] = [
  ...shell,
  ...dialects,
  ...program,
  askedAboutItself,
  ...options,
  ...powersOfReaders,
  ...git,
  ...packages,
  ...tools,
  ...compilerRules,
  ...containers,
  ...cloud,
  ...databases,
  ...files,
  ...devices,
  ...privilege,
  ...persistence,
  ...secrets,
  ...network,
  ...remoteHosts,
  ...system,
  ...interpreters,
];

/** Rules about the text before it is parsed. */
export const textRules: readonly TextRule[] = text;
