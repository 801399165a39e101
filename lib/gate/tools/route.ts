/** `route`: which of several tools fits a state? */
import { z } from "zod";
import { defineTool } from "../../core/tool.ts";
import { items, MODEL_TIMEOUT_MS, provenance, server, state } from "./model_fields.ts";

/** Chooses a tool for a state. */
export const route = defineTool({
  name: "route",
  title: "Which tool fits",
  description: {
    use:
      "Choose one of a few tools for a task, by the decision model; with orders 4 the order they stand in counts less",
    avoid:
      "Choosing among more than ten tools, where the model is unreliable; letting the choice run anything unasked",
  },
  access: "read",
  confidentiality: "public",
  timeoutMs: MODEL_TIMEOUT_MS,
  input: z.strictObject({
    state,
    tools: items.describe("What to choose from, each with its name and, best, what it is for"),
    orders: z.int().min(1).max(4).optional().describe(
      "Orders of the tools to average over; default 1",
    ),
    server: server.optional(),
  }),
  output: z.strictObject({
    question: z.literal("route_choice"),
    state: z.string().max(20_000),
    tools: z.array(z.string().max(2_000)).max(100),
    choice: z.int().min(0).max(99).describe("Index of the tool, from 0"),
    tool: z.string().max(2_000),
    orders: z.int().min(1).max(4),
    scores: z.array(z.number()).max(100).nullable().describe(
      "A score for each tool, averaged over the orders; null when one order was asked and the service gave none",
    ),
    warning: z.string().max(500).optional(),
    ...provenance,
  }),
});
