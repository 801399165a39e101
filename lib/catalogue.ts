/** The families of the house: the one place that names them, and how each is loaded. */
import type { CatalogueData, FamilyLoaders } from "./core/catalogue.ts";
import generated from "./catalogue.json" with { type: "json" };

/** How each family is loaded, in the order in which their tools are listed. */
export const loaders: FamilyLoaders = {
  gate: async () => (await import("./gate/mod.ts")).default,
  skills: async () => (await import("./skills/mod.ts")).default,
};

/** Holds a family's settings against what they name, such as files. */
export interface Check {
  /** @throws ToolError `CONFIG_INVALID` for the first mistake. */
  readonly check: (settings: unknown) => Promise<void>;
}

/** What looks at a family's settings before the family is loaded, which takes longer than a server may to answer. */
export const checks: Readonly<Record<string, () => Promise<Check>>> = {
  skills: () => import("./skills/configured.ts"),
};

/** What `deno task generate` wrote of the declarations. */
// The file is made from this very type; JSON modules are typed wider (`string` for a literal union).
export const data: CatalogueData = generated as CatalogueData;
