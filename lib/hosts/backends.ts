/** The family's worker as it is declared: what it may touch, and what it is told. */
import type { BackendSpec } from "../core/backend.ts";
import { withPassphrases } from "./passphrases.ts";
import { settingsOf } from "./settings.ts";
import { workerRights, workerSetup } from "./setup.ts";

/** Reaches the configured servers. It holds the connections, and no right to the files with their secrets. */
export const worker: BackendSpec = {
  name: "worker",
  title: "reaches the servers",
  worker: "hosts/worker",
  permissions: (settings) => workerRights(settingsOf(settings).targets),
  setup: async (settings) => withPassphrases(settings, await workerSetup(settingsOf(settings).targets)),
};
