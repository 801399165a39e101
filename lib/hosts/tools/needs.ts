/** What must be there for a tool to be served, and why it is not served without it. */
import type { Need } from "../../core/tool.ts";

/** A store that the operator names a file for. */
export type Store = "job_store" | "cron_store" | "plan_store";

/** By the place where a tool works. */
export const TARGETS = {
  mikrus: need("mikrus", "MIKRUS_TARGET_REQUIRED", "no mikr.us account is configured"),
  ssh: need("ssh", "SSH_TARGET_REQUIRED", "no machine with SSH is configured"),
  any: need("target", "TARGET_REQUIRED", "no server is configured"),
  record: need("ssh", "SSH_TARGET_REQUIRED", "no machine with SSH is configured"),
  none: need("target", "TARGET_REQUIRED", "no server is configured"),
} as const;

/** By the store. */
export const STORES: Readonly<Record<Store, Need>> = {
  job_store: need("job_store", "STORE_NOT_CONFIGURED", "MCP_REMOTE_JOB_STORE_FILE is not set"),
  cron_store: need("cron_store", "STORE_NOT_CONFIGURED", "MCP_CRON_PROFILE_STORE_FILE is not set"),
  plan_store: need("plan_store", "STORE_NOT_CONFIGURED", "MCP_DOCKER_PLAN_STORE_FILE is not set"),
};

/** What changes anything needs it last, so that another reason is told first. */
export const WRITES: Need = need("writes", "WRITE_OPERATIONS_DISABLED", "MCP_WRITE_ENABLED is not true");

function need(has: string, code: string, message: string): Need {
  return { has, code, message };
}
