/** `approvals pending`, `list` and `revoke`: what waits for the operator, and what was allowed and not yet used. */
import { buildCommand, buildRouteMap } from "@stricli/core";
import { type Context, lazily } from "./command.ts";
import { configFlag, jsonFlag, text } from "./flags.ts";

/** The flags of `approvals pending`. */
export interface PendingFlags {
  readonly config?: string | undefined;
  readonly json?: boolean | undefined;
}

/** The flags of the commands that look at approvals. */
export interface ApprovalsFlags extends PendingFlags {
  readonly file?: string | undefined;
}

const flags = {
  ...configFlag,
  file: text("FILE", "The approval file (default: the configured one)"),
  ...jsonFlag,
} as const;

const pending = buildCommand<PendingFlags, [], Context>({
  docs: { brief: "List the calls that wait for an approval", customUsage: ["[--json]"] },
  parameters: { flags: { ...configFlag, ...jsonFlag } },
  loader: lazily(() => import("./approvals_pending.run.ts")),
});

const list = buildCommand<ApprovalsFlags, [], Context>({
  docs: { brief: "List the approvals that were not used yet", customUsage: ["[--json]"] },
  parameters: { flags },
  loader: lazily(() => import("./approvals_list.run.ts")),
});

const revoke = buildCommand<ApprovalsFlags, [string], Context>({
  docs: { brief: "Take an approval back", customUsage: ["ID"] },
  parameters: {
    flags,
    positional: {
      kind: "tuple",
      parameters: [{ placeholder: "ID", brief: "An approval of approvals list", parse: String }],
    },
  },
  loader: lazily(() => import("./approvals_revoke.run.ts")),
});

/** The declarations. */
export const approvals = buildRouteMap({
  docs: { brief: "Show what waits and what is allowed: pending, list, revoke" },
  routes: { pending, list, revoke },
});
