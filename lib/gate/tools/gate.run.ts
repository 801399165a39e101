import { runs } from "../../core/tool.ts";
import { explain, judge } from "../judge.ts";
import { answer } from "../answer.ts";
import { gate } from "./gate.ts";

export default runs(gate, ({ command, cwd, explain: wanted }) => {
  const place = cwd === undefined ? {} : { cwd };
  if (wanted !== true) return answer(command, cwd, judge(command, place));
  const explained = explain(command, place);
  return { ...answer(command, cwd, explained.verdict), calls: explained.calls };
});
