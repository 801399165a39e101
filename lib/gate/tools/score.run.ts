import { runs } from "../../core/tool.ts";
import { askOne } from "../model/ask_one.ts";
import { score } from "./score.ts";

/** The ends of the scale. */
const [MIN, MAX] = [2, 10] as const;

/** Asks for one number. */
export default runs(score, async ({ state, criteria, server }, context) => {
  const question = "score_q" as const;
  const text = [
    `Rate the state below from ${MIN}, the worst, to ${MAX}, the best, by these criteria:`,
    ...criteria.map((criterion) => `- ${JSON.stringify(criterion)}`),
  ].join("\n");
  const { value, confidence, model, usage, server: asked } = await askOne(
    { kind: "score", id: question, text, min: MIN, max: MAX },
    context,
    { state, server },
  );
  return {
    question,
    state,
    criteria,
    score: value,
    range: [MIN, MAX],
    confidence,
    model,
    usage,
    server: asked,
  };
});
