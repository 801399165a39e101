/** Whether the model service and the models answer. */
import { work } from "./work.ts";

/** Milliseconds that it may take. */
const LIMIT_MS = 150_000;

/** Whether the model service and the models answer. */
export default work("probe", LIMIT_MS);
