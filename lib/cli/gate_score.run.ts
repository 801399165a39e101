import { askModel } from "./ask_model.ts";
import type { ScoreFlags } from "./gate_model.ts";
import type { Io } from "./io.ts";

/** The tool `score`. */
export default function score(io: Io, flags: ScoreFlags): Promise<number> {
  return askModel(io, flags, { tool: "score", args: { state: flags.state, criteria: flags.criterion } });
}
