/** `phases_agents_list_skills`: which skills are there? */
import { z } from "zod";
import { defineTool } from "../../core/tool.ts";
import { discovery, failure, masked, summary } from "./answers.ts";
import { closed, limits, rootIds, today } from "./arguments.ts";

/** Lists the skills of some roots. */
export const listSkills = defineTool({
  name: "phases_agents_list_skills",
  title: "List skills",
  description: {
    use: "See every validated skill of the roots you name",
    avoid: "Choosing skills for a project: use phases_agents_plan",
  },
  access: "read",
  confidentiality: "public",
  timeoutMs: 60_000,
  input: z.strictObject({ root_ids: rootIds, today, limits: limits.optional() }, closed),
  output: z.strictObject({
    discovery: discovery.optional(),
    skills: z.array(z.strictObject(summary)).optional(),
    masked,
    ...failure,
  }),
});
