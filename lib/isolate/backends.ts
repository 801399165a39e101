/** A family's backends by name, each behind the walls from its first call on. */
import type { Backend, BackendSpec } from "../core/backend.ts";
import { ToolError } from "../core/errors.ts";
import type { Isolates } from "./isolates.ts";

/** What a family's backends are opened with. */
export interface BackendsOptions {
  /** The family's own settings. */
  readonly settings: unknown;
  /** Called on the first call of any backend: until then nothing is loaded. */
  readonly isolates: () => Promise<Isolates>;
}

/**
 * The backend of a name, as a family's `open` gets it.
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
): (name: string) => Backend {
  return (name) => {
    const spec = specs.find((known) => known.name === name);
    if (spec === undefined) throw new RangeError(`No backend ${name} is declared`);
    const permissions = spec.permissions(settings);
    let opened: Promise<Backend> | undefined;
    return {
      async call(method, input, options) {
        if (permissions === null) {
          throw new ToolError(
            "ISOLATE_UNAVAILABLE",
            `The worker ${spec.worker} is off in this configuration`,
            {
              next: "Run gatehouse permissions to see what is on",
            },
          );
        }
        opened ??= isolates().then((all) =>
          all.backend(spec.worker, { permissions, setup: () => spec.setup(settings) })
        );
        return await (await opened).call(method, input, options);
      },
    };
  };
}
