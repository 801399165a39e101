/**
 * The contract's own small schema language, PHASES_SCHEMA_V1, and its checker.
 *
 * A schema says shapes, closed lists and "not empty", nothing else: no patterns, no alternatives, no references.
 * What depends on two values is a rule of the validator. A schema with any other keyword is refused, so that nobody
 * believes in a check that does not happen.
 */
import { oneLine } from "../../core/bounds.ts";
import { byCodeUnit } from "../text/canonical_json.ts";
import type { Issue } from "../types.ts";

/** What a value may be. */
export type SchemaType = "object" | "array" | "string" | "integer" | "boolean";

/** A schema, or a part of one. */
export interface Schema {
  /** `PHASES_SCHEMA_V1`, at the top only. */
  readonly $schema?: string;
  /** Its name, at the top only. */
  readonly schema_id?: string;
  /** At the top only. */
  readonly version?: string;
  readonly type: SchemaType;
  /** Of an object: the members it must have. */
  readonly required?: readonly string[];
  /** Of an object: what its members are. */
  readonly properties?: Readonly<Record<string, Schema>>;
  /** Of an object: whether other members may stand. Default true. */
  readonly additionalProperties?: boolean;
  /** Of an array: what every item is. */
  readonly items?: Schema;
  /** Of a string: the closed list. */
  readonly enum?: readonly string[];
  /** Of a string: characters (code points) that it has at least, blanks at its ends not counted. */
  readonly minLength?: number;
  /** Of an array. */
  readonly minItems?: number;
}

/** Where the value comes from, for the issues. */
export interface ShapeOptions {
  /** Relative, with `/`. */
  readonly file: string;
  /** The line of the value at a JSON pointer; `parseJson` gives one. */
  readonly lineOf?: (pointer: string) => number | undefined;
}

/** Issues after which the rest of a value is not looked at: a hostile file need not be answered in full. */
const MAX_ISSUES = 200;

/**
 * Checks a JSON value against a schema. Every issue names the value by its JSON pointer (RFC 6901) and has one of the
 * codes REQUIRED, UNKNOWN_PROPERTY, TYPE, ENUM, EMPTY_STRING, EMPTY_ARRAY. Linear in the value; at most 200 issues.
 *
 * @example
 * ```ts
 * import { checkShape } from "gatehouse/skills/contract/schema.ts";
 *
 * const schema = { type: "object", required: ["id"], properties: { id: { type: "string" } } } as const;
 * const [issue] = checkShape({ id: 5 }, schema, { file: "phases.json" });
 * if (issue?.code !== "TYPE" || !issue.message.includes("/id")) throw new Error("not refused");
 * ```
 */
export function checkShape(value: unknown, schema: Schema, options: ShapeOptions): Issue[] {
  const issues: Issue[] = [];
  check(value, schema, { ...options, issues, pointer: "" });
  return issues;
}

interface Place extends ShapeOptions {
  readonly issues: Issue[];
  readonly pointer: string;
}

function check(value: unknown, schema: Schema, place: Place): void {
  if (place.issues.length >= MAX_ISSUES) return;
  if (!isOfType(value, schema.type)) {
    report(place, "TYPE", {
      problem: `is ${nameOf(value)} instead of ${article(schema.type)}`,
      mend: `Write ${article(schema.type)} here`,
    });
  } else if (typeof value === "string") checkText(value, schema, place);
  else if (Array.isArray(value)) checkItems(value, schema, place);
  else if (typeof value === "object" && value !== null) checkMembers(value, schema, place);
}

function checkText(value: string, schema: Schema, place: Place): void {
  if (schema.minLength !== undefined && [...value.trim()].length < schema.minLength) {
    report(place, "EMPTY_STRING", {
      problem: schema.minLength === 1 ? "is empty or blank" : `has fewer than ${schema.minLength} characters`,
      mend: "Write a text here",
    });
  } else if (schema.enum !== undefined && !schema.enum.includes(value)) {
    report(place, "ENUM", {
      problem: `is ${shown(value)}, which is not in the closed list`,
      mend: `Use one of: ${schema.enum.join(", ")}`,
    });
  }
}

function checkItems(value: readonly unknown[], schema: Schema, place: Place): void {
  if (schema.minItems !== undefined && value.length < schema.minItems) {
    report(place, "EMPTY_ARRAY", {
      problem: `has fewer items than ${schema.minItems}`,
      mend: `List at least ${schema.minItems}`,
    });
  }
  const { items } = schema;
  if (items === undefined) return;
  for (const [index, item] of value.entries()) {
    if (place.issues.length >= MAX_ISSUES) return;
    check(item, items, { ...place, pointer: `${place.pointer}/${index}` });
  }
}

function checkMembers(value: object, schema: Schema, place: Place): void {
  const properties = schema.properties ?? {};
  for (const name of schema.required ?? []) {
    if (Object.hasOwn(value, name)) continue;
    report(place, "REQUIRED", {
      problem: `lacks the member ${shown(name)}`,
      mend: `Add the member ${shown(name)}`,
    });
  }
  for (const [name, inner] of Object.entries(value).sort(([a], [b]) => byCodeUnit(a, b))) {
    if (place.issues.length >= MAX_ISSUES) return;
    const pointer = `${place.pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (member !== undefined) check(inner, member, { ...place, pointer });
    else if (schema.additionalProperties === false) {
      report({ ...place, pointer }, "UNKNOWN_PROPERTY", {
        problem: "is not a member that may stand here",
        mend: `Remove it; known are: ${Object.keys(properties).join(", ")}`,
      });
    }
  }
}

function report(place: Place, code: string, said: { readonly problem: string; readonly mend: string }): void {
  const line = place.lineOf?.(place.pointer);
  const name = place.pointer === "" ? "The document" : oneLine(place.pointer, 200);
  place.issues.push({
    code,
    message: `${name} ${said.problem}`,
    file: place.file,
    ...(line === undefined ? {} : { line }),
    mend: said.mend,
  });
}

function isOfType(value: unknown, type: SchemaType): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  if (type === "integer") return Number.isSafeInteger(value);
  return type === "string" ? typeof value === "string" : typeof value === "boolean";
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number") return `the number ${value}`;
  return article(typeof value);
}

function article(type: string): string {
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`;
}

function shown(text: string): string {
  return `"${oneLine(text, 80)}"`;
}
