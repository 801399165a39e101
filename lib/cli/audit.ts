/** `audit tail` and `audit verify`: what was called, and whether the record is whole. */
import { buildCommand, buildRouteMap } from "@stricli/core";
import { type Context, lazily } from "./command.ts";
import { configFlag, jsonFlag, text, toggle } from "./flags.ts";

/** The flags of `audit verify`. */
export interface VerifyFlags {
  readonly config?: string | undefined;
  readonly json?: boolean | undefined;
}

/** What `audit verify` takes besides. */
export interface KeptFlag {
  readonly kept?: boolean | undefined;
}

/** The flags of `audit tail`. */
export interface TailFlags extends VerifyFlags {
  readonly limit?: string | undefined;
  readonly since?: string | undefined;
  readonly tool?: string | undefined;
  readonly decision?: string | undefined;
}

const tail = buildCommand<TailFlags, [], Context>({
  docs: {
    brief: "Show the last calls",
    customUsage: ["[--since 2h] [--tool NAME] [--decision WORD] [--limit N]"],
  },
  parameters: {
    flags: {
      ...configFlag,
      limit: text("N", "How many calls (1 to 10000, default 20)"),
      since: text("WHEN", "Not older: 30s, 10m, 2h, 7d, or a time with its zone"),
      tool: text("NAME", "Only calls of this tool"),
      decision: text("WORD", "Only calls that ended so: allow, ask, deny, ok, or a code"),
      ...jsonFlag,
    },
  },
  loader: lazily(() => import("./audit_tail.run.ts")),
});

const verify = buildCommand<VerifyFlags & KeptFlag, [], Context>({
  docs: { brief: "Check that no row was changed or taken away", customUsage: ["[--kept] [--json]"] },
  parameters: {
    flags: { ...configFlag, kept: toggle("Begin with the oldest file: you removed older ones"), ...jsonFlag },
  },
  loader: lazily(() => import("./audit_verify.run.ts")),
});

/** The declarations. */
export const audit = buildRouteMap({
  docs: { brief: "Show and check the record of calls: tail, verify" },
  routes: { tail, verify },
});
