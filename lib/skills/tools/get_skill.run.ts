import { runs } from "../../core/tool.ts";
import { askRegistry, limitsInput } from "../asking.ts";
import { getSkill } from "./get_skill.ts";

/** Gives the snapshot that the registry's worker has validated. */
export default runs(getSkill, ({ root_ids, today, skill_id, document, limits }, context) => {
  const wanted = document === undefined ? {} : { document };
  return askRegistry("get", { root_ids, today, skill_id, ...wanted, ...limitsInput(limits) }, context);
});
