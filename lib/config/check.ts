/** Holds a layer against the schema, and words what does not fit. */
import type { z } from "zod";
import { nearest } from "./nearest.ts";
import { type Layer, layerSchema } from "./schema.ts";
import { KEYS } from "./settings.ts";
import { configError, type RawLayer, shown } from "./source.ts";

/**
 * The layer's settings, checked.
 *
 * @throws ToolError `CONFIG_INVALID` for the first value that does not fit or name that is not known.
 *
 * @example
 * ```ts
 * import { checkLayer } from "gatehouse/config/check.ts";
 *
 * const problem = (() => {
 *   try {
 *     checkLayer({ tree: { port: 70_000 }, origin: () => "MCP_PORT" });
 *   } catch (error) {
 *     return error instanceof Error ? error.message : "";
 *   }
 * })();
 * if (problem !== "Could not use port 70000 from MCP_PORT") throw new Error(problem);
 * ```
 */
export function checkLayer({ tree, origin }: RawLayer): Layer {
  const parsed = layerSchema.safeParse(tree);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = (issue?.path ?? []).map(String);
  if (issue?.code === "unrecognized_keys") {
    const name = [...path, issue.keys[0] ?? ""].join(".");
    const meant = nearest(name, KEYS);
    throw configError(
      `Unknown setting ${shown(name)} at ${shown(origin(name))}`,
      meant === null ? `The settings are ${KEYS.join(", ")}` : `Did you mean ${meant}?`,
    );
  }
  const key = path.filter((step) => !/^[0-9]+$/.test(step)).join(".");
  const value = path.reduce<unknown>(
    (node, step) =>
      typeof node === "object" && node !== null ? (node as Record<string, unknown>)[step] : node,
    tree,
  );
  throw configError(
    `Could not use ${key} ${shown(value)} from ${shown(origin(key))}`,
    `Give ${expected(key.split("."))}`,
  );
}

/** The description of the schema that stands at the path. */
function expected(path: readonly string[]): string {
  let schema: z.core.$ZodType = layerSchema;
  for (const step of path) {
    const inner: z.core.$ZodType | undefined = shapeOf(schema)[step];
    if (inner === undefined) break;
    schema = unwrapped(inner);
  }
  return (schema as z.ZodType).description ?? "another value";
}

function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  const { def } = schema._zod;
  return "shape" in def ? def.shape as Readonly<Record<string, z.core.$ZodType>> : {};
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  return "innerType" in def ? def.innerType as z.core.$ZodType : schema;
}
