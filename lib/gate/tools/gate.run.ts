import { runs } from "../../core/tool.ts";
import { deliberate } from "../deliberate.ts";
import { gate } from "./gate.ts";

/** Judges one command. */
export default runs(gate, deliberate);
