/** The families of the house: the one place that names them, and how each is loaded. */
import type { CatalogueData, FamilyLoaders } from "./core/catalogue.ts";
import generated from "./catalogue.json" with { type: "json" };

/** How each family is loaded, in the order in which their tools are listed. */
export const loaders: FamilyLoaders = {
  gate: async () => (await import("./gate/mod.ts")).default,
  skills: async () => (await import("./skills/mod.ts")).default,
};

/** What `deno task generate` wrote of the declarations. */
// The file is made from this very type; JSON modules are typed wider (`string` for a literal union).
export const data: CatalogueData = generated as CatalogueData;
