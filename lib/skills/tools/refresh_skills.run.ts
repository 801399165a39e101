import { runs } from "../../core/tool.ts";
import { askRegistry, limitsInput } from "../asking.ts";
import { refreshSkills } from "./refresh_skills.ts";

/** Has the registry's worker forget what it knows of the roots, and validate them. */
export default runs(refreshSkills, ({ root_ids, today, limits }, context) => {
  return askRegistry("refresh", { root_ids, today, ...limitsInput(limits) }, context);
});
