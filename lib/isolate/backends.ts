/** A family's backends by name, each behind the walls from its first call on. */
import type { Backends, BackendSpec } from "../core/backend.ts";
import { ToolError } from "../core/errors.ts";
import type { Isolated, Isolates } from "./isolates.ts";
import { Pool } from "./pool.ts";

/** What a family's backends are opened with. */
export interface BackendsOptions {
  /** The family's own settings. */
  readonly settings: unknown;
  /** Called on the first call of any backend: until then nothing is loaded. */
  readonly isolates: () => Promise<Isolates>;
}

/** Workers of one backend that are kept, each for a subject of its own. */
const KEPT = 4;

/**
 * The backend of a name, as a family's `open` gets it. Of a backend that has subjects, the workers of the last four are
 * kept, and calls for further ones wait until one of those is idle.
 *
 * @param specs The family's.
 * @throws RangeError from what is returned, for a name that is not among them.
 *
 * @example
 * ```ts
 * import { backendsOf } from "gatehouse/isolate/backends.ts";
 *
 * const spec = { name: "a", title: "A", worker: "x/a", permissions: () => null, setup: () => null };
 * const backend = backendsOf([spec], { settings: {}, isolates: () => Promise.reject(new Error("started")) });
 * const options = { signal: new AbortController().signal, timeoutMs: 1_000 };
 * const code = await backend("a").call("any", {}, options).catch((error) => error.code);
 * if (code !== "ISOLATE_UNAVAILABLE") throw new Error(`${code}`);
 * ```
 */
export function backendsOf(
  specs: readonly BackendSpec[],
  { settings, isolates }: BackendsOptions,
): Backends {
  const open = async (spec: BackendSpec, subject: string): Promise<Isolated> => {
    const permissions = await spec.permissions(settings, subject);
    if (permissions !== null) {
      const setup = () => spec.setup(settings, subject);
      const programs = spec.programs?.(settings) ?? null;
      return (await isolates()).backend(spec.worker, { permissions, setup, programs });
    }
    throw new ToolError("ISOLATE_UNAVAILABLE", `The worker ${spec.worker} is off in this configuration`, {
      next: "Run gatehouse permissions to see what is on",
    });
  };
  const pools = new Map(specs.map((spec) => [spec.name, new Pool((subject) => open(spec, subject), KEPT)]));
  return (name, subject = "") => {
    const pool = pools.get(name);
    if (pool === undefined) throw new RangeError(`No backend ${name} is declared`);
    return {
      call: (method, input, options) =>
        pool.use(subject, { signal: options.signal, work: (worker) => worker.call(method, input, options) }),
    };
  };
}
