import { askModel } from "./ask_model.ts";
import type { ClassifyFlags } from "./gate_model.ts";
import type { Io } from "./io.ts";

/** The tool `classify`. */
export default function classify(io: Io, flags: ClassifyFlags): Promise<number> {
  return askModel(io, flags, { tool: "classify", args: { state: flags.state, labels: flags.label } });
}
