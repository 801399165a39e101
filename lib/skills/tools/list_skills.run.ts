import { runs } from "../../core/tool.ts";
import { askRegistry, limitsInput } from "../asking.ts";
import { listSkills } from "./list_skills.ts";

/** Lists what the registry's worker has validated. */
export default runs(listSkills, ({ root_ids, today, limits }, context) => {
  return askRegistry("list", { root_ids, today, ...limitsInput(limits) }, context);
});
