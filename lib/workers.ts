/**
 * The workers' entries: the one list of them. Whatever starts, embeds or checks workers goes by it.
 *
 * An entry imports `core/worker.ts` before anything else.
 */

/** By the name that a backend's `worker` has. The URLs are literals, so that tools can read them from the source. */
export const workers: Readonly<Record<string, () => URL>> = {
  "flow/worker": () => new URL("./flow/worker.ts", import.meta.url),
  "gate/model": () => new URL("./gate/model/worker.ts", import.meta.url),
  "hosts/worker": () => new URL("./hosts/worker.ts", import.meta.url),
  "skills/registry": () => new URL("./skills/registry/worker.ts", import.meta.url),
  "skills/profiler": () => new URL("./skills/detector/worker.ts", import.meta.url),
};
