import { runs } from "../../core/tool.ts";
import { explain, judge } from "../judge.ts";
import { answer } from "../answer.ts";
import { gate } from "./gate.ts";

/** Judges one command. */
export default runs(gate, (asked) => {
  const place = asked.cwd === undefined ? {} : { cwd: asked.cwd };
  if (asked.explain !== true) return answer(judge(asked.command, place), asked);
  const { verdict, calls } = explain(asked.command, place);
  return { ...answer(verdict, asked), calls };
});
