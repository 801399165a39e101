import { runs } from "../../core/tool.ts";
import { askRegistry, limitsInput, type Payload, profileTarget } from "../asking.ts";
import { publicProfile } from "../public_profile.ts";
import { maskPayload } from "../text/mask.ts";
import type { Profile } from "../types.ts";
import { plan } from "./plan.ts";

/**
 * Loads the registry, profiles the target, and plans. The first two are done side by side, each by its own worker; an
 * error of the registry comes before one of the target.
 */
export default runs(plan, async ({ target, limits, ...asked }, context) => {
  const { root_ids, today, constraints, plan_version = "1.0" } = asked;
  const bounds = limitsInput(limits);
  const profiling = Promise.allSettled([profileTarget(target, context)]);
  const { build, ...problem } = await askRegistry("load", { root_ids, today, ...bounds }, context);
  if (Object.keys(problem).length > 0) return problem;
  const [profiled] = await profiling;
  if (profiled.status === "rejected") throw profiled.reason;
  const profile = profiled.value;
  if (!profile.exists || profile.blocked) return refused(profile, target);
  return await askRegistry("plan", {
    build,
    root_ids,
    today,
    target,
    profile,
    plan_version,
    ...bounds,
    ...(plan_version === "1.0" ? { constraints: constraints ?? null } : {
      client_capabilities: asked.client_capabilities ?? null,
      accept_likely: asked.accept_likely ?? [],
    }),
    digests: asked.digests === true,
    explain: asked.explain === true,
  }, context);
});

/** A target that no plan can be made of. */
function refused(profile: Profile, target: string): Payload {
  const codes = profile.issues.length === 0 ? ["PROJECT_TARGET"] : profile.issues;
  const { value, masked } = maskPayload({ codes, profile: publicProfile(profile) }, { prefixes: [target] });
  return masked === 0 ? value : { ...value, masked };
}
