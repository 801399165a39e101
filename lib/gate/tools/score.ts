/** `score`: how good is a state, by criteria? */
import { z } from "zod";
import { defineTool } from "../../core/tool.ts";
import { items, MODEL_TIMEOUT_MS, provenance, server, state } from "./model_fields.ts";

/** Rates a state from 2 to 10. */
export const score = defineTool({
  name: "score",
  title: "How well it meets criteria",
  description: {
    use: "Rate a text from 2 to 10 by 1 to 100 criteria, by the decision model",
    avoid: "Deciding whether a command may run, which is gate's; choosing among options, which is classify's",
  },
  access: "read",
  confidentiality: "public",
  timeoutMs: MODEL_TIMEOUT_MS,
  input: z.strictObject({
    state,
    criteria: items.describe("What to judge by"),
    server: server.optional(),
  }),
  output: z.strictObject({
    question: z.literal("score_q"),
    state: z.string().max(20_000),
    criteria: z.array(z.string().max(2_000)).max(100),
    score: z.number().min(2).max(10),
    range: z.array(z.number()).min(2).max(2).describe("The ends of the scale: 2 and 10"),
    ...provenance,
  }),
});
