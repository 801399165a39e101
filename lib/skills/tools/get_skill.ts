/** `phases_agents_get_skill`: what does a skill say? */
import { z } from "zod";
import { defineTool } from "../../core/tool.ts";
import { discovery, failure, masked, summary } from "./answers.ts";
import { closed, document, limits, rootIds, skillId, today } from "./arguments.ts";

/** Gives one skill's instructions, or a file that it declares. */
export const getSkill = defineTool({
  name: "phases_agents_get_skill",
  title: "Read a skill",
  description: {
    use: "Read the instructions of a skill that a plan selected, or a reference, rule or script it declares",
    avoid: "Reading any other file",
  },
  access: "read",
  confidentiality: "public",
  timeoutMs: 60_000,
  input: z.strictObject({
    root_ids: rootIds,
    today,
    skill_id: skillId,
    document: document.optional(),
    limits: limits.optional(),
  }, closed),
  output: z.strictObject({
    discovery: discovery.optional(),
    skill: z.strictObject({
      ...summary,
      content: z.string().describe("SKILL.md as it stands in the validated package"),
      validation_level: z.literal("STRUCTURALLY_VALIDATED"),
    }).optional(),
    document: z.strictObject({
      path: z.string(),
      content: z.string(),
      size: z.int().min(0).describe("Bytes"),
      sha256: z.string(),
    }).optional(),
    masked,
    ...failure,
  }),
});
