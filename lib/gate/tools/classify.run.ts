import { runs } from "../../core/tool.ts";
import { askOne } from "../model/ask_one.ts";
import { classify } from "./classify.ts";

/** Asks for one label. */
export default runs(classify, async ({ state, labels, server }, context) => {
  const question = "classify_choice" as const;
  const text = "Which one of the options describes the following state best?";
  const { value: choice, ...rest } = await askOne(
    { kind: "choice", id: question, text, options: labels },
    context,
    { state, server },
  );
  const { confidence, model, usage, server: asked } = rest;
  return {
    question,
    state,
    labels,
    choice,
    label: labels[choice] ?? "",
    confidence,
    model,
    usage,
    server: asked,
  };
});
