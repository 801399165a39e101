/** The model's worker as the family declares it: what it may reach, and what it is told. */
import type { BackendSpec } from "../../core/backend.ts";
import { type Endpoint, endpointOf } from "../../core/endpoint.ts";
import { ToolError } from "../../core/errors.ts";
import { type GateSettings, gateSettings } from "../settings.ts";
import type { Setup } from "./question.ts";

/** The name under which the decision service serves its model. */
const DEFAULT_MODEL = "Phocinae-Largha-150M-v1";

/** Bytes of a token file. */
const MAX_TOKEN_BYTES = 4_096;

/** The model's worker. It is started by the first call that asks a model something. */
export const model: BackendSpec = {
  name: "model",
  title: "asks the decision model",
  worker: "gate/model",
  permissions(settings) {
    const net = reachable(gateSettings.parse(settings ?? {})).map(addressOf);
    return { net: [...new Set(net)] };
  },
  setup: (settings) => setupOf(gateSettings.parse(settings ?? {})),
};

/**
 * The services that the settings name: the one that is asked first, then the others.
 *
 * @example
 * ```ts
 * import { reachable } from "gatehouse/gate/model/backend.ts";
 * import { gateSettings } from "gatehouse/gate/settings.ts";
 *
 * const settings = gateSettings.parse({ servers: ["http://127.0.0.1:9000", "http://10.0.0.1"] });
 * const bases = reachable(settings).map(({ base }) => base);
 * if (bases.join() !== "http://127.0.0.1:8155,http://127.0.0.1:9000") throw new Error("a remote one without allowRemote");
 * ```
 */
export function reachable({ server, servers, allowRemote }: GateSettings): Endpoint[] {
  return [server, ...servers]
    .map(endpointOf)
    .filter((endpoint) => endpoint !== null)
    .filter(({ loopback }) => allowRemote || loopback);
}

function addressOf({ hostname, port }: Endpoint): string {
  return hostname.includes(":") ? `[${hostname}]:${port}` : `${hostname}:${port}`;
}

async function setupOf({ engine, model, server, tokenFile }: GateSettings): Promise<Setup> {
  const base = endpointOf(server)?.base;
  return {
    engine,
    model: model ?? DEFAULT_MODEL,
    token: tokenFile === null || base === undefined ? null : { text: await tokenIn(tokenFile), base },
  };
}

/** Read here and not in the worker, which may read no file at all. */
async function tokenIn(path: string): Promise<string> {
  const { readPrivate } = await import("../../core/files.ts");
  const text = new TextDecoder().decode(await readPrivate(path, { maxBytes: MAX_TOKEN_BYTES }));
  const token = text.replace(/\r?\n$/, "");
  // What a header can carry (RFC 6750, section 2.1).
  if (/^[A-Za-z0-9._~+/-]+=*$/.test(token)) return token;
  throw new ToolError("TOKEN_INVALID", "The decision service's token file does not hold one bearer token", {
    next: "Write one line of A-Z a-z 0-9 -._~+/",
  });
}
