/** The answers that depend on what is served alone: the same objects for the shell and for the SDK's handlers. */
import type { Serving } from "./serving.ts";

/** Milliseconds that a client may keep a static answer: one hour. */
const TTL_MS = 3_600_000;

/** How long and for whom an answer may be kept. */
export interface CacheHint {
  readonly ttlMs: number;
  readonly cacheScope: "public" | "private";
}

/** The hint for the static answers that are the same for everybody. */
export const PUBLIC: CacheHint = { ttlMs: TTL_MS, cacheScope: "public" };

/** The hint for what depends on this server's configuration, and may change with it at any time. */
export const PRIVATE: CacheHint = { ttlMs: 0, cacheScope: "private" };

/**
 * The hint for the lists of tools and resources.
 *
 * @example
 * ```ts
 * import { listHint } from "gatehouse/dispatch/lists.ts";
 *
 * if (listHint({ publicLists: false }).cacheScope !== "private") throw new Error("leaks the configuration");
 * ```
 */
export function listHint(serving: Pick<Serving, "publicLists">): CacheHint {
  return { ttlMs: TTL_MS, cacheScope: serving.publicLists ? "public" : "private" };
}

/**
 * What the server says it can do. `version` is a legacy version or `modern`. The oldest revision gets exactly what it got in its time; log lines are offered only
 * where each request asks for them itself.
 *
 * @example
 * ```ts
 * import { capabilitiesOf } from "gatehouse/dispatch/lists.ts";
 * import { bareHouse } from "gatehouse/core/bare_house.ts";
 * import { openCatalogue } from "gatehouse/core/catalogue.ts";
 * import type { Serving } from "gatehouse/dispatch/serving.ts";
 *
 * const house = bareHouse(openCatalogue({ families: [], tools: [], resources: [] }, {}));
 * const serving: Serving = {
 *   house,
 *   info: { name: "gatehouse", version: "0.0.0" },
 *   instructions: "",
 *   publicLists: true,
 *   principal: "loopback",
 * };
 * const oldest = capabilitiesOf(serving, "2024-11-05");
 * if (Object.keys(oldest).join() !== "tools") throw new Error("more than its time knew");
 * ```
 */
export function capabilitiesOf(
  serving: Serving,
  version: string,
): Record<string, Record<string, unknown>> {
  const resources = version !== "2024-11-05" && serving.house.catalogue.resources.length > 0;
  const prompts = version !== "2024-11-05" && serving.house.catalogue.prompts.length > 0;
  return {
    tools: {},
    ...(resources ? { resources: {} } : {}),
    ...(prompts ? { prompts: {} } : {}),
    ...(prompts && hasCompletions(serving.house.catalogue) ? { completions: {} } : {}),
    ...(version === "modern" ? { logging: {} } : {}),
    ...serving.extension?.capabilities,
  };
}

/**
 * Is there an argument of a prompt whose values can be proposed?
 *
 * @example
 * ```ts
 * import { hasCompletions } from "gatehouse/dispatch/lists.ts";
 *
 * if (hasCompletions({ prompts: [] })) throw new Error("values of nothing");
 * ```
 */
export function hasCompletions({ prompts }: Pick<Serving["house"]["catalogue"], "prompts">): boolean {
  return prompts.some(({ arguments: args = [] }) => args.length > 0);
}

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly icons: readonly { readonly src: string }[];
}

/**
 * The served tools as `tools/list` shows them, in fixed order.
 *
 * @example
 * ```ts
 * import { listedTools } from "gatehouse/dispatch/lists.ts";
 * import { openCatalogue } from "gatehouse/core/catalogue.ts";
 *
 * const catalogue = openCatalogue({ families: [], tools: [], resources: [] }, {});
 * if (listedTools(catalogue).length !== 0) throw new Error("tools from nothing");
 * ```
 */
export function listedTools(catalogue: Serving["house"]["catalogue"]): ListedTool[] {
  const icons = new Map(catalogue.families.map(({ name, icon }) => [name, [{ src: drawn(icon) }]]));
  return catalogue.tools.map((tool) => {
    const { name, title, description, inputSchema, outputSchema, annotations, family } = tool;
    return {
      name,
      title,
      description,
      inputSchema,
      outputSchema,
      annotations,
      icons: icons.get(family) ?? [],
    };
  });
}

/** An address that holds its picture: a client need not ask anybody for it. */
function drawn(path: string): string {
  return `data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%3E%3Cpath%20d='${path}'/%3E%3C/svg%3E`;
}
