/** The entry of the registry's worker: it may read the configured roots, and nothing else. */
import { serveWorker } from "../../core/worker.ts";
import type { Asked, AskedPlan, AskedSkill } from "./asked.ts";
import { RegistryService, type RegistrySetup } from "./service.ts";

let service: RegistryService | null = null;

function serviceFor(setup: unknown): RegistryService {
  // Our own process made it: see `backends.ts`.
  return service ??= new RegistryService(setup as RegistrySetup);
}

// The inputs were made by our own process as well, of arguments that had passed their schemas.
serveWorker({
  load: (input, { setup }) => serviceFor(setup).load(input as Asked),
  list: (input, { setup }) => serviceFor(setup).list(input as Asked),
  get: (input, { setup }) => serviceFor(setup).get(input as AskedSkill),
  refresh: (input, { setup }) => serviceFor(setup).refresh(input as Asked),
  plan: (input, { setup }) => serviceFor(setup).plan(input as AskedPlan),
  validate: (input, { setup }) => serviceFor(setup).validate(input as Asked),
});
