/** The workers of the tests, as `lib/workers.ts` lists the program's. */
export const workers: Readonly<Record<string, () => URL>> = {
  faults: () => new URL("./faults_worker.ts", import.meta.url),
  forbidden: () => new URL("./forbidden_worker.ts", import.meta.url),
  broken: () => new URL("./broken_worker.ts", import.meta.url),
};
