/**
 * The catalogue: what is known of every tool without loading it.
 *
 * It is generated from the declarations (`deno task generate`), so that a server can answer `tools/list` without
 * importing a schema library, and it carries the one way to load the family behind a tool.
 */
import type { Access, Family } from "./tool.ts";

/** A JSON Schema object, flat: no `$ref`, no union at the top. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool as it is published. */
export interface CatalogueTool {
  readonly family: string;
  readonly access: Access;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: Readonly<Record<string, boolean>>;
}

/** A resource as it is published. */
export interface CatalogueResource {
  readonly family: string;
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

/** The generated file's shape. */
export interface CatalogueData {
  readonly families: readonly { readonly name: string; readonly instructions: string }[];
  readonly tools: readonly CatalogueTool[];
  readonly resources: readonly CatalogueResource[];
}

/** How each family is loaded, by name. */
export type FamilyLoaders = Readonly<Record<string, () => Promise<Family>>>;

/** A tool that is not served, and why. */
export interface InactiveTool {
  readonly tool: CatalogueTool;
  readonly reason: string;
}

/** The tools that this process serves, and the ones it does not. */
export interface Catalogue {
  /** Families with at least one active tool, in fixed order. */
  readonly families: readonly { readonly name: string; readonly instructions: string }[];
  /** Active tools, in fixed order. */
  readonly tools: readonly CatalogueTool[];
  readonly inactive: readonly InactiveTool[];
  readonly resources: readonly CatalogueResource[];
  /** The active tool of that name. */
  find(name: string): CatalogueTool | undefined;
  /** The family of that name, loaded once. */
  load(family: string): Promise<Family>;
}

/**
 * The catalogue as this process serves it.
 *
 * @param data What was generated.
 * @param loaders How to load each family.
 * @param options `families`: the chosen ones, default all. `readOnly`: leave out tools that change something.
 * @throws RangeError when a family has no loader.
 *
 * @example
 * ```ts
 * import { openCatalogue } from "gatehouse/core/catalogue.ts";
 *
 * const catalogue = openCatalogue({ families: [], tools: [], resources: [] }, {});
 * if (catalogue.find("none") !== undefined) throw new Error("found a tool in an empty catalogue");
 * ```
 */
export function openCatalogue(
  data: CatalogueData,
  loaders: FamilyLoaders,
  options: { families?: readonly string[]; readOnly?: boolean } = {},
): Catalogue {
  const reasonAgainst = (tool: CatalogueTool): string | null => {
    if (options.families !== undefined && !options.families.includes(tool.family)) {
      return `the family ${tool.family} is not among the served ones`;
    }
    return options.readOnly === true && tool.access !== "read" ? "the server is read-only" : null;
  };
  const tools: CatalogueTool[] = [];
  const inactive: InactiveTool[] = [];
  for (const tool of data.tools) {
    const reason = reasonAgainst(tool);
    if (reason === null) tools.push(tool);
    else inactive.push({ tool, reason });
  }
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const active = new Set(tools.map((tool) => tool.family));
  const loaded = new Map<string, Promise<Family>>();
  return {
    families: data.families.filter((family) => active.has(family.name)),
    tools,
    inactive,
    resources: data.resources.filter((resource) => active.has(resource.family)),
    find: (name) => byName.get(name),
    load(name) {
      const known = loaded.get(name);
      if (known !== undefined) return known;
      const loader = loaders[name];
      if (loader === undefined) throw new RangeError(`No loader for the family ${name}`);
      const family = loader();
      loaded.set(name, family);
      return family;
    },
  };
}
