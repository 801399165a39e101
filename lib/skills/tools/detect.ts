/** `phases_agents_detect`: what kind of project is this? */
import { z } from "zod";
import { defineTool } from "../../core/tool.ts";
import { evidence, failure, masked, profile } from "./answers.ts";
import { asked, closed, target } from "./arguments.ts";

/** Profiles a project. */
export const detect = defineTool({
  name: "phases_agents_detect",
  title: "Profile a project",
  description: {
    use: "Learn a local project's types, languages and facts from its files, without running any of it",
    avoid: "Reading files, or judging what they do",
  },
  access: "read",
  // The family masks its own answers and says how often it did: see its `text/mask.ts`.
  confidentiality: "public",
  timeoutMs: 60_000,
  input: z.strictObject({
    target,
    evidence: asked("Say which files show what, and what only signs speak for"),
  }, closed),
  output: z.strictObject({
    profile: profile.optional(),
    evidence: evidence.optional(),
    likely: z.array(z.string()).optional().describe("Facts that only signs speak for"),
    masked,
    ...failure,
  }),
});
