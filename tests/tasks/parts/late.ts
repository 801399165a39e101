/** What the program loads by an address, so that Deno does not find it by itself. */
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { workers } from "gatehouse/workers.ts";
import { ROOT } from "./tree.ts";

/** The workers' entries, from the top. */
export function workerEntries(): string[] {
  return Object.values(workers).map((entry) => relative(ROOT, fileURLToPath(entry())));
}

/** The families and what looks at their settings, from the top: each address in `lib/catalogue.ts`. */
export function familyEntries(): string[] {
  const text = Deno.readTextFileSync(join(ROOT, "lib/catalogue.ts"));
  return [...text.matchAll(/new URL\("\.\/([^"]+)", import\.meta\.url\)/g)].map(([, path]) => `lib/${path}`);
}
