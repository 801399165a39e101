/** Whether a schema itself keeps to PHASES_SCHEMA_V1, so that no keyword is believed that nobody checks. */
import { oneLine } from "../../core/bounds.ts";
import type { Issue } from "../types.ts";

/** Levels that a schema may nest. */
const MAX_DEPTH = 50;
const TYPES: readonly unknown[] = ["object", "array", "string", "integer", "boolean"];

type Check = (value: unknown) => boolean;
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isText: Check = (value) => typeof value === "string" && value !== "";
const isTexts: Check = (value) =>
  Array.isArray(value) && value.length > 0 && value.every((item) => isText(item));
const isRecord: Check = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Every keyword: what its value must be, and the type beside which it may stand. */
const KEYWORDS: Readonly<Record<string, { readonly holds: Check; readonly beside?: string }>> = {
  $schema: { holds: (value) => value === "PHASES_SCHEMA_V1" },
  schema_id: { holds: isText },
  version: { holds: isText },
  type: { holds: isText },
  required: {
    holds: (value) => isTexts(value) || Array.isArray(value) && value.length === 0,
    beside: "object",
  },
  properties: { holds: isRecord, beside: "object" },
  additionalProperties: { holds: (value) => typeof value === "boolean", beside: "object" },
  items: { holds: isRecord, beside: "array" },
  minItems: { holds: isCount, beside: "array" },
  enum: { holds: isTexts, beside: "string" },
  minLength: { holds: isCount, beside: "string" },
};

/**
 * What is wrong with a schema: SCHEMA_SHAPE (no object), SCHEMA_UNKNOWN_KEY, SCHEMA_KW_TYPE (a keyword's value, or a
 * keyword beside a type that it says nothing of), SCHEMA_TYPE, SCHEMA_CYCLE, TOO_DEEP (above 50 levels). Empty when
 * nothing is.
 *
 * @param schema Any value.
 * @param file The name that the issues carry.
 *
 * @example
 * ```ts
 * import { checkSchema } from "gatehouse/skills/contract/schema_check.ts";
 *
 * const [issue] = checkSchema({ type: "string", pattern: "^a" }, "X_SCHEMA.json");
 * if (issue?.code !== "SCHEMA_UNKNOWN_KEY") throw new Error("a keyword that nobody checks");
 * ```
 */
export function checkSchema(schema: unknown, file: string): Issue[] {
  const issues: Issue[] = [];
  const above = new Set<unknown>();
  const visit = (node: unknown, pointer: string): void => {
    const say = (code: string, problem: string, mend: string) => {
      issues.push({ code, message: `${oneLine(pointer, 200) || "The schema"} ${problem}`, file, mend });
    };
    if (!isRecordValue(node)) return say("SCHEMA_SHAPE", "is no object", "Write an object with a type");
    if (above.has(node)) return say("SCHEMA_CYCLE", "holds itself", "Write the schema out");
    if (above.size >= MAX_DEPTH) {
      return say("TOO_DEEP", `nests more than ${MAX_DEPTH} levels`, "Nest fewer levels");
    }
    above.add(node);
    const { type } = node;
    if (!TYPES.includes(type)) say("SCHEMA_TYPE", "has no known type", `Use one of: ${TYPES.join(", ")}`);
    for (const [name, value] of Object.entries(node)) {
      const keyword = Object.hasOwn(KEYWORDS, name) ? KEYWORDS[name] : undefined;
      if (keyword === undefined) {
        say("SCHEMA_UNKNOWN_KEY", `has the unknown keyword "${oneLine(name, 64)}"`, "Remove it");
      } else if (!keyword.holds(value) || keyword.beside !== undefined && keyword.beside !== type) {
        say("SCHEMA_KW_TYPE", `has a wrong value for ${name}, or the wrong type beside it`, "Correct it");
      }
    }
    const { properties, items } = node;
    if (items !== undefined) visit(items, `${pointer}/items`);
    if (isRecordValue(properties)) {
      for (const [name, inner] of Object.entries(properties)) visit(inner, `${pointer}/properties/${name}`);
    }
    above.delete(node);
  };
  visit(schema, "");
  return issues;
}

function isRecordValue(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value);
}
