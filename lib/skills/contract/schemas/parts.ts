/** The few shapes of which every schema of the contract is made. */
import type { Schema } from "../schema.ts";

/** The language that the contract's schemas are written in. */
const LANGUAGE = "PHASES_SCHEMA_V1";

/** Any text that is not blank. */
export const TEXT: Schema = { type: "string", minLength: 1 };
/** Any text. */
export const ANY_TEXT: Schema = { type: "string" };
/** A whole number. */
export const WHOLE: Schema = { type: "integer" };
/** True or false. */
export const FLAG: Schema = { type: "boolean" };

/**
 * One word of a closed list.
 *
 * @example
 * ```ts
 * import { oneOf } from "gatehouse/skills/contract/schemas/parts.ts";
 *
 * if (oneOf(["a", "b"]).enum?.length !== 2) throw new Error("not closed");
 * ```
 */
export function oneOf(words: readonly string[]): Schema {
  return { type: "string", enum: words };
}

/**
 * A list of what the schema describes; with `least`, of at least so many.
 *
 * @example
 * ```ts
 * import { listOf, TEXT } from "gatehouse/skills/contract/schemas/parts.ts";
 *
 * if (listOf(TEXT, 1).minItems !== 1) throw new Error("may be empty");
 * ```
 */
export function listOf(items: Schema, least?: number): Schema {
  return { type: "array", ...(least === undefined ? {} : { minItems: least }), items };
}

/**
 * An object with these members and no others; the second ones may be left out.
 *
 * @example
 * ```ts
 * import { closed, TEXT } from "gatehouse/skills/contract/schemas/parts.ts";
 *
 * if (closed({ id: TEXT }, { note: TEXT }).required?.join() !== "id") throw new Error("note is required");
 * ```
 */
export function closed(
  members: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  return {
    type: "object",
    required: Object.keys(members),
    properties: { ...members, ...optional },
    additionalProperties: false,
  };
}

/**
 * The schema as one of the contract's: with the language, its name and its version at the top.
 *
 * @example
 * ```ts
 * import { official, TEXT } from "gatehouse/skills/contract/schemas/parts.ts";
 *
 * if (official("X_SCHEMA", { version: "1.0.0", schema: TEXT }).schema_id !== "X_SCHEMA") throw new Error("no name");
 * ```
 */
export function official(
  name: string,
  options: { readonly version: string; readonly schema: Schema },
): Schema {
  return { $schema: LANGUAGE, schema_id: name, version: options.version, ...options.schema };
}
