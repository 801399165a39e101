/**
 * The catalogue: what is known of every tool without loading it.
 *
 * It is generated from the declarations (`deno task generate`), so that a server can answer `tools/list` without
 * importing a schema library, and it carries the one way to load the family behind a tool.
 */
import type { Soon } from "./soon.ts";
import type { Access, Family, Need } from "./tool.ts";

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
  /** What must be configured for the tool to be served; left out when nothing must. */
  readonly needs?: readonly Need[];
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

/** A prompt as it is published. */
export interface CataloguePrompt {
  readonly family: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Left out when there are none. */
  readonly arguments?: readonly Readonly<Record<"name" | "title" | "description", string>>[];
}

/** A family as it is published. */
export interface CatalogueFamily {
  readonly name: string;
  readonly instructions: string;
  /** The data of one SVG path in a square of 16 by 16, without blanks. */
  readonly icon: string;
}

/** The generated file's shape. */
export interface CatalogueData {
  readonly families: readonly CatalogueFamily[];
  readonly tools: readonly CatalogueTool[];
  readonly resources: readonly CatalogueResource[];
  readonly prompts?: readonly CataloguePrompt[];
}

/** How each family is loaded, by name. */
export type FamilyLoaders = Readonly<Record<string, () => Promise<Family>>>;

/** A tool that is not served, and why. */
export interface InactiveTool {
  readonly tool: CatalogueTool;
  /** Stable, upper snake case. */
  readonly code: string;
  readonly reason: string;
}

/** What this process serves of it. */
export interface CatalogueOptions {
  /** The chosen families; default all. */
  readonly families?: readonly string[];
  /** Leave out tools that change something. */
  readonly readOnly?: boolean;
  /** By family: what of its tools' needs is there. Default: nothing. */
  readonly has?: Readonly<Record<string, readonly string[]>>;
}

/** The tools that this process serves, and the ones it does not. */
export interface Catalogue {
  /** Families with at least one active tool, in fixed order. */
  readonly families: readonly CatalogueFamily[];
  /** Active tools, in fixed order. */
  readonly tools: readonly CatalogueTool[];
  readonly inactive: readonly InactiveTool[];
  readonly resources: readonly CatalogueResource[];
  readonly prompts: readonly CataloguePrompt[];
  /** The active tool of that name. */
  find(name: string): CatalogueTool | undefined;
  /** The family of that name, loaded once; no promise when it has been. */
  load(family: string): Soon<Family>;
}

/**
 * The catalogue as this process serves it.
 *
 * @param data What was generated.
 * @param loaders How to load each family.
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
  options: CatalogueOptions = {},
): Catalogue {
  const against = (tool: CatalogueTool): { code: string; reason: string } | null => {
    if (options.families !== undefined && !options.families.includes(tool.family)) {
      return { code: "FAMILY_NOT_SERVED", reason: `the family ${tool.family} is not among the served ones` };
    }
    const has = options.has?.[tool.family] ?? [];
    const missing = tool.needs?.find((need) => !has.includes(need.has));
    if (missing !== undefined) return { code: missing.code, reason: missing.message };
    return options.readOnly === true && tool.access !== "read"
      ? { code: "READ_ONLY", reason: "the server is read-only" }
      : null;
  };
  const tools: CatalogueTool[] = [];
  const inactive: InactiveTool[] = [];
  for (const tool of data.tools) {
    const found = against(tool);
    if (found === null) tools.push(tool);
    else inactive.push({ tool, ...found });
  }
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const active = new Set(tools.map((tool) => tool.family));
  const loaded = new Map<string, Soon<Family>>();
  return {
    families: data.families.filter((family) => active.has(family.name)),
    tools,
    inactive,
    resources: data.resources.filter((resource) => active.has(resource.family)),
    prompts: data.prompts?.filter((prompt) => active.has(prompt.family)) ?? [],
    find: (name) => byName.get(name),
    load(name) {
      const known = loaded.get(name);
      if (known !== undefined) return known;
      const loader = loaders[name];
      if (loader === undefined) throw new RangeError(`No loader for the family ${name}`);
      const family = loader();
      loaded.set(name, family);
      family.then((value) => loaded.set(name, value), () => {});
      return family;
    },
  };
}
