/** `phases_agents_refresh_skills`: look at every package again. */
import { z } from "zod";
import { defineTool } from "../../core/tool.ts";
import { discovery, failure, masked } from "./answers.ts";
import { closed, limits, rootIds, today } from "./arguments.ts";

/** Validates the packages again. */
export const refreshSkills = defineTool({
  name: "phases_agents_refresh_skills",
  title: "Validate the skills again",
  description: {
    use: "Have every package read again after a change",
    avoid: "Ordinary calls, which notice changes",
  },
  access: "read",
  confidentiality: "public",
  timeoutMs: 60_000,
  input: z.strictObject({ root_ids: rootIds, today, limits: limits.optional() }, closed),
  output: z.strictObject({
    discovery: discovery.optional(),
    refreshed: z.literal(true).optional(),
    masked,
    ...failure,
  }),
});
