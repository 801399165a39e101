/** Every command. */
import { approvals } from "./approvals.ts";
import { approve, decline } from "./approve.ts";
import { audit } from "./audit.ts";
import { call } from "./call.ts";
import type { Routes } from "./app.ts";
import { completions } from "./completions.ts";
import { config } from "./config.ts";
import { doctor } from "./doctor.ts";
import { flow } from "./flow.ts";
import { gate } from "./gate.ts";
import { hosts } from "./hosts.ts";
import { init } from "./init.ts";
import { permissions } from "./permissions.ts";
import { serve } from "./serve.ts";
import { skills } from "./skills.ts";
import { token } from "./token.ts";
import { tools } from "./tools.ts";

/** By their first words, in the order in which they are listed. */
export const routes: Routes = {
  serve,
  call,
  tools,
  gate,
  skills,
  hosts,
  flow,
  approve,
  decline,
  approvals,
  audit,
  token,
  config,
  doctor,
  init,
  completions,
  permissions,
};
