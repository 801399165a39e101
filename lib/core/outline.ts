/** An answer's schema as `tools/list` shows it: which fields there are, and the words that a field may have. */
import type { JsonSchema } from "./catalogue.ts";
import { isRecord } from "./record.ts";

/**
 * The schema without what lies inside its fields. Every answer that fits the schema fits its outline.
 *
 * A list of tools is put before a model with each of its turns: the whole schemas were two thirds of it, and nobody
 * needs them to call a tool. They are checked against all the same, and told in the docs.
 *
 * @example
 * ```ts
 * import { outlineOf } from "gatehouse/core/outline.ts";
 *
 * const whole = { type: "object", properties: { at: { type: "integer" }, is: { type: "string", enum: ["a"] } } };
 * if (JSON.stringify(outlineOf(whole).properties) !== '{"at":{},"is":{"enum":["a"]}}') throw new Error("other fields");
 * ```
 */
export function outlineOf(schema: JsonSchema): JsonSchema {
  const { properties, additionalProperties } = schema;
  const fields = Object.entries(isRecord(properties) ? properties : {}).map(([name, field]) => {
    const words = isRecord(field) ? field["enum"] : undefined;
    return [name, words === undefined ? {} : { enum: words }] as const;
  });
  return {
    type: "object",
    properties: Object.fromEntries(fields),
    ...(additionalProperties === false ? { additionalProperties } : {}),
  };
}
