/** `token new`: the file that the HTTP endpoint's clients must know. */
import { buildCommand, buildRouteMap } from "@stricli/core";
import { type Context, lazily } from "./command.ts";
import { jsonFlag } from "./flags.ts";

/** The flags of `token new`. */
export interface TokenFlags {
  readonly json?: boolean | undefined;
}

const fresh = buildCommand<TokenFlags, [string], Context>({
  docs: { brief: "Make a bearer token in a new file of yours alone", customUsage: ["FILE [--json]"] },
  parameters: {
    flags: { ...jsonFlag },
    positional: {
      kind: "tuple",
      parameters: [{ parse: String, placeholder: "FILE", brief: "Where it is kept; must not be there yet" }],
    },
  },
  loader: lazily(() => import("./token_new.run.ts")),
});

/** The declarations. */
export const token = buildRouteMap({
  docs: { brief: "Make the token that HTTP needs: new" },
  routes: { new: fresh },
});
