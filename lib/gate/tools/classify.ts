/** `classify`: which label fits a state? */
import { z } from "zod";
import { defineTool } from "../../core/tool.ts";
import { items, MODEL_TIMEOUT_MS, provenance, server, state } from "./model_fields.ts";

/** Puts a state under one of several labels. */
export const classify = defineTool({
  name: "classify",
  title: "Which label fits",
  description: {
    use: "Put a text under exactly one of 1 to 100 labels, by the decision model",
    avoid:
      "Deciding whether a command may run, which is gate's; free answers; facts that the text does not hold",
  },
  access: "read",
  confidentiality: "public",
  timeoutMs: MODEL_TIMEOUT_MS,
  input: z.strictObject({
    state,
    labels: items.describe("What to choose from"),
    server: server.optional(),
  }),
  output: z.strictObject({
    question: z.literal("classify_choice"),
    state: z.string().max(20_000),
    labels: z.array(z.string().max(2_000)).max(100),
    choice: z.int().min(0).max(99).describe("Index of the label, from 0"),
    label: z.string().max(2_000),
    ...provenance,
  }),
});
