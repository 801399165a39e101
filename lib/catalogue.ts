/** The families of the house: the one place that names them, and how each is loaded. */
import type { CatalogueData, FamilyLoaders } from "./core/catalogue.ts";
import type { Family } from "./core/tool.ts";
import generated from "./catalogue.json" with { type: "json" };

// What `import()` names in full is read when the program starts, with all that it imports in turn: hundreds of files. An
// address that is put together is looked at when it is needed; whoever embeds the program asks for these by name.

/** How each family is loaded, in the order in which their tools are listed. */
export const loaders: FamilyLoaders = {
  gate: async () => familyIn(await import(new URL("./gate/mod.ts", import.meta.url).href)),
  hosts: async () => familyIn(await import(new URL("./hosts/mod.ts", import.meta.url).href)),
  skills: async () => familyIn(await import(new URL("./skills/mod.ts", import.meta.url).href)),
  flow: async () => familyIn(await import(new URL("./flow/mod.ts", import.meta.url).href)),
};

/** The family that judges what another one would start. */
export const JUDGE = "gate";

function familyIn(module: { readonly default: Family }): Family {
  return module.default;
}

/** Holds a family's settings against what they name, such as files. */
export interface Check {
  /**
   * @returns What the operator should know, one sentence each.
   * @throws ToolError `CONFIG_INVALID` for the first mistake.
   */
  readonly check: (settings: unknown) => Promise<readonly string[] | void>;
}

/** What looks at a family's settings before the family is loaded, which takes longer than a server may to answer. */
export const checks: Readonly<Record<string, () => Promise<Check>>> = {
  hosts: () => import(new URL("./hosts/configured.ts", import.meta.url).href),
  skills: () => import(new URL("./skills/configured.ts", import.meta.url).href),
  flow: () => import(new URL("./flow/configured.ts", import.meta.url).href),
};

/** What `deno task generate` wrote of the declarations. */
// The file is made from this very type; JSON modules are typed wider (`string` for a literal union).
export const data: CatalogueData = generated as CatalogueData;
