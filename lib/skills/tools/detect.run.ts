import { runs } from "../../core/tool.ts";
import { profileTarget } from "../asking.ts";
import { publicProfile } from "../public_profile.ts";
import { maskPayload } from "../text/mask.ts";
import { detect } from "./detect.ts";

/** Profiles the target. */
export default runs(detect, async ({ target, evidence }, context) => {
  const profile = await profileTarget(target, context);
  const { value, masked } = maskPayload({
    profile: publicProfile(profile),
    ...(evidence === true ? { evidence: [...profile.evidence], likely: [...profile.likely] } : {}),
  }, { prefixes: [target] });
  return masked === 0 ? value : { ...value, masked };
});
