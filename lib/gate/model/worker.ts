/** The entry of the model's worker: it reaches the configured services, and nothing else. */
import { serveWorker } from "../../core/worker.ts";
import { ask } from "./ask.ts";
import type { Asked, Setup } from "./question.ts";

serveWorker({
  // Both were made by our own process: see `consult.ts` and `backend.ts`.
  ask: (input, { setup, signal }) => ask(input as Asked, setup as Setup, { signal }),
});
