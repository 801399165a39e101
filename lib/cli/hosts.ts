/** `hosts …`: what only a person at the machine's own command line may do for the family `hosts`. */
import { buildCommand, buildRouteMap } from "@stricli/core";
import { type Context, lazily } from "./command.ts";
import { configFlag, jsonFlag, text } from "./flags.ts";

/** The flags of `hosts trust`. */
export interface TrustFlags {
  readonly config?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly json?: boolean | undefined;
}

const trust = buildCommand<TrustFlags, [string], Context>({
  docs: {
    brief: "Show a server's host keys, and trust them on yes",
    fullDescription: "Compare the fingerprints with what its administrator tells you by another way.",
    customUsage: ["[--fingerprint SHA256:…] [--json] ALIAS"],
  },
  parameters: {
    flags: {
      ...configFlag,
      fingerprint: text("SHA256:…", "Add the key with this fingerprint without asking"),
      ...jsonFlag,
    },
    positional: {
      kind: "tuple",
      parameters: [{ placeholder: "ALIAS", brief: "The server's name in the configuration", parse: String }],
    },
  },
  loader: lazily(() => import("./hosts_trust.run.ts")),
});

/** The declarations. */
export const hosts = buildRouteMap({
  docs: { brief: "Trust a server's host keys: trust ALIAS" },
  routes: { trust },
});
