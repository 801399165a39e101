/** The shipped modules and their edges, as scanned, once. */
import { join } from "node:path";
import { familyEntries, workerEntries } from "../tasks/parts/late.ts";
import { present, ROOT, sources } from "../tasks/parts/tree.ts";
import { type Import, localTarget, type ModuleFacts, scan } from "./scan.ts";

/** An import whose two ends are modules of ours. */
export interface Edge extends Import {
  readonly from: string;
  readonly to: string;
}

/** A module by its path from the top. */
export interface Module extends ModuleFacts {
  readonly path: string;
}

/** The modules at those paths. */
export function modulesAt(paths: readonly string[]): Module[] {
  return paths.map((path) => ({ path, ...scan(path, Deno.readTextFileSync(join(ROOT, path))) }));
}

/** Every module that ships. */
export function shippedModules(): Module[] {
  return modulesAt([...present("main.ts", "mod.ts"), ...sources("lib")]);
}

/** The local edges of modules, in order. */
export function edgesOf(modules: readonly Module[]): Edge[] {
  return modules.flatMap(({ path, imports }) =>
    imports.flatMap((entry) => {
      const to = entry.specifier === null ? null : localTarget(path, entry.specifier);
      return to === null ? [] : [{ ...entry, from: path, to }];
    })
  );
}

/** The directories of `lib/` that hold families: all but the house's own rooms. */
export function families(paths: readonly string[]): string[] {
  const rooms = paths.map((path) => path.match(/^lib\/([^/]+)\//)?.[1]).filter((room) => room !== undefined);
  return [...new Set(rooms)].filter((room) => !HOUSE_ROOMS.has(room));
}

const HOUSE_ROOMS: ReadonlySet<string> = new Set([
  "core",
  "config",
  "dispatch",
  "state",
  "cli",
  "isolate",
  "telemetry",
]);

/** The places from which the program is entered: the two faces of the house, each worker, and what is loaded late. */
export function entries(): string[] {
  return [...present("main.ts", "mod.ts"), ...workerEntries(), ...familyEntries()];
}
