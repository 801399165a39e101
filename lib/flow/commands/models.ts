/** The models that the service has. */
import { work } from "./work.ts";

/** Milliseconds that it may take. */
const LIMIT_MS = 30_000;

/** The models that the service has. */
export default work("models", LIMIT_MS);
