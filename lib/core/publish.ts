/**
 * A declaration as it is published: JSON Schemas, annotations and the description. Used when the catalogue is
 * generated, never while serving.
 */
import { z } from "zod";
import type { CatalogueData, CatalogueTool, JsonSchema } from "./catalogue.ts";
import { outlineOf } from "./outline.ts";
import type { Family, Tool } from "./tool.ts";

/** Keywords that a client may not follow, or that hide a schema's shape at the top. */
const FORBIDDEN = ["$ref", "$defs", "definitions", "$id", "$anchor", "$dynamicRef"];

/**
 * What `tools/list` and the catalogue file say of the families.
 *
 * @param options `whole`: with the answers' whole schemas, as the docs tell them, and not just their outlines.
 * @throws RangeError when a schema is not flat or a name is used twice.
 *
 * @example
 * ```ts
 * import { publish } from "gatehouse/core/publish.ts";
 *
 * const data = publish([]);
 * if (data.tools.length !== 0) throw new Error("tools from nothing");
 * ```
 */
export function publish(
  families: readonly Family[],
  { whole = false }: { readonly whole?: boolean } = {},
): CatalogueData {
  const tools = families.flatMap((family) => family.tools.map(({ tool }) => published(family, tool)))
    .map((tool) => whole ? tool : { ...tool, outputSchema: outlineOf(tool.outputSchema) });
  const resources = families.flatMap((family) =>
    family.resources.map(({ uri, name, title, description, mimeType }) => ({
      family: family.name,
      uri,
      name,
      title,
      description,
      mimeType,
    }))
  );
  const prompts = families.flatMap((family) =>
    (family.prompts ?? []).map(({ name, title, description, arguments: args }) => ({
      family: family.name,
      name,
      title,
      description,
      ...(args === undefined || args.length === 0 ? {} : {
        arguments: args.map(({ name, title, description }) => ({ name, title, description })),
      }),
    }))
  );
  for (
    const [what, names] of [["Tool", tools.map((t) => t.name)], [
      "Resource",
      resources.map((r) => r.uri),
    ], ["Prompt", prompts.map((p) => p.name)]] as const
  ) {
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw new RangeError(`${what} ${twice} is declared twice`);
  }
  return {
    families: families.map(({ name, instructions, icon }) => ({ name, instructions, icon })),
    tools,
    resources,
    prompts,
  };
}

function published(family: Family, tool: Tool): CatalogueTool {
  const inputSchema = schemaOf(tool, "input");
  const properties = inputSchema["properties"] as Record<string, Record<string, unknown>>;
  for (const [argument, header] of Object.entries(tool.headers ?? {})) {
    const property = properties[argument];
    if (property === undefined) throw new RangeError(`${tool.name} has no argument ${argument} for a header`);
    property["x-mcp-header"] = header;
  }
  return {
    family: family.name,
    access: tool.access,
    name: tool.name,
    title: tool.title,
    description: `When to use: ${tool.description.use}. When not to use: ${tool.description.avoid}.`,
    inputSchema,
    outputSchema: schemaOf(tool, "output"),
    annotations: {
      readOnlyHint: tool.access === "read",
      // Of a tool that only reads, MCP gives these two no meaning.
      ...(tool.access === "read"
        ? {}
        : { destructiveHint: tool.access === "destroy", idempotentHint: false }),
      openWorldHint: false,
    },
    ...(tool.needs === undefined ? {} : { needs: tool.needs }),
  };
}

function schemaOf(tool: Tool, side: "input" | "output"): JsonSchema {
  const schema = z.toJSONSchema(tool[side], { io: "input", target: "draft-2020-12" }) as Record<
    string,
    unknown
  >;
  delete schema["$schema"];
  if (schema["type"] !== "object") {
    throw new RangeError(`${tool.name}: the ${side} schema is no plain object`);
  }
  const keyword = forbiddenKeyword(schema);
  if (keyword !== null) throw new RangeError(`${tool.name}: the ${side} schema uses ${keyword}`);
  return schema;
}

function forbiddenKeyword(node: unknown): string | null {
  if (typeof node !== "object" || node === null) return null;
  for (const [key, inner] of Object.entries(node)) {
    if (FORBIDDEN.includes(key)) return key;
    const found = forbiddenKeyword(inner);
    if (found !== null) return found;
  }
  return null;
}
