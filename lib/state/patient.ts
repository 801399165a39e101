/** The program's one store for a running program: opened, and SQLite loaded, on first use; waited for while others write. */
import { isBusy, waiting } from "../core/waiting.ts";
import type { HouseStore } from "./house_store.ts";

/** Does work in the store, once it can be had. */
export interface PatientStore {
  /** @throws ToolError the store's own error when it cannot be used; what the work throws. */
  use<T>(work: (store: HouseStore) => T): Promise<T>;
  /** Lets go of the file; the next use opens it again. */
  close(): void;
}

/**
 * The store of a state directory.
 *
 * @param directory Absolute and without links in its path; made with mode 0700 when missing.
 * @param options `busyMs`: milliseconds that a use waits for a store that others are writing to.
 *
 * @example
 * ```ts
 * import { patientStore } from "gatehouse/state/patient.ts";
 *
 * const directory = `${await Deno.realPath(await Deno.makeTempDir())}/gatehouse`;
 * const store = patientStore(directory, { busyMs: 1_000 });
 * if (await store.use((open) => open.transact(() => 7)) !== 7) throw new Error("lost the answer");
 * store.close();
 * ```
 */
export function patientStore(directory: string, { busyMs }: { readonly busyMs: number }): PatientStore {
  let open: HouseStore | null = null;
  let known: string | null = null;
  const close = (): void => {
    open?.close();
    open = null;
  };
  return {
    close,
    async use(work) {
      const { HouseStore } = await import("./house_store.ts");
      return await waiting(() => {
        try {
          open ??= HouseStore.open(directory, { known });
          known = open.identity;
          return work(open);
        } catch (error) {
          if (!isBusy(error)) close();
          throw error;
        }
      }, { busyMs });
    },
  };
}
