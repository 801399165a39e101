/** What each role's tools are. */
import { work } from "./work.ts";

/** Milliseconds that it may take. */
const LIMIT_MS = 30_000;

/** What each role's tools are. */
export default work("tools", LIMIT_MS);
