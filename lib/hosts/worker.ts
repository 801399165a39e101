/** The entry of the family's worker: it reaches the configured machines and accounts, and nothing else. */
import { serveWorker } from "../core/worker.ts";
import type { AskedEndpoint, AskedHostKey, AskedOperation, AskedTarget } from "./asked.ts";
import type { WorkerSetup } from "./setup.ts";
import { Targets } from "./worker_targets.ts";

let targets: Targets | null = null;

function targetsFor(setup: unknown): Targets {
  // Our own process made it: see `setup.ts`.
  return targets ??= new Targets(setup as WorkerSetup);
}

// The inputs were made by our own process as well, of arguments that had passed their schemas.
serveWorker({
  resolve: (input, { setup, signal }) => targetsFor(setup).resolve(input as AskedTarget, signal),
  status: (_input, { setup }) => targetsFor(setup).status(),
  operate: (input, { setup, signal }) => targetsFor(setup).operate(input as AskedOperation, signal),
  mikrus: (input, { setup, signal }) => targetsFor(setup).mikrus(input as AskedEndpoint, signal),
  hostKeys: (input, { setup, signal }) => targetsFor(setup).hostKeys(input as AskedHostKey, signal),
});
