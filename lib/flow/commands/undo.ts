/** Puts the files of the last run back as they were. */
import { work } from "./work.ts";

/** Milliseconds that it may take. */
const LIMIT_MS = 60_000;

/** Puts the files of the last run back as they were. */
export default work("undo", LIMIT_MS);
