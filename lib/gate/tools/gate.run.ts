import { runs } from "../../core/tool.ts";
import type { Answer } from "../answer.ts";
import { gate } from "./gate.ts";

/** Gives the verdict that `confirm` came to: every call goes through it, and what may go on carries its answer. */
// What a tool's own `confirm` hands on is of its own making; the answer is checked against the schema all the same.
export default runs(gate, (_asked, { carried }) => carried as Answer);
