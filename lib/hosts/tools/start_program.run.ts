import { startedProgram } from "../programs/start.ts";
import { hostRuns } from "./define.ts";
import { startProgram } from "./start_program.ts";

/** The machine runs it while this process goes on. */
export default hostRuns(startProgram, startedProgram);
