/** The entry of the family's worker: it reaches the model service, the workspace and the editor, and nothing else. */
import { serveWorker } from "../core/worker.ts";
import { WorkerService } from "./run/worker_service.ts";
import type { WorkerSetup } from "./types.ts";

let service: WorkerService | null = null;

function serviceFor(setup: unknown): WorkerService {
  // Our own process made it: see `backends.ts`.
  const { settings, fileIo } = setup as WorkerSetup;
  return service ??= new WorkerService(settings, { fileIo });
}

// The inputs were made by our own process as well, of arguments that had passed their schemas.
serveWorker({
  status: (_input, context) => serviceFor(context.setup).status(context),
  run: (input, context) => serviceFor(context.setup).run((input as { readonly task: string }).task, context),
  check: (input, context) =>
    serviceFor(context.setup).check((input as { readonly name?: string }).name, context),
  undo: (_input, context) => serviceFor(context.setup).undo(context),
  models: (_input, context) => serviceFor(context.setup).models(context),
  tools: (_input, context) => serviceFor(context.setup).tools(context),
  probe: (_input, context) => serviceFor(context.setup).probe(context),
});
