/** A model's arguments against a tool's schema: a small, strict part of JSON Schema, and nothing that it does not know. */
import { oneLine } from "../../core/bounds.ts";
import { isRecord } from "../../core/record.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Levels of arrays and objects in one call's arguments. */
const MAX_DEPTH = 16;
/** Values in one call's arguments, counting every element and property. */
const MAX_NODES = 4_096;
/** Characters of a name that an answer repeats. */
const MAX_SHOWN = 80;

interface Work {
  readonly value: unknown;
  readonly schema: Schema;
  readonly at: string;
  readonly depth: number;
}

/**
 * What is wrong with the arguments, in one sentence; null when nothing is.
 *
 * Known are `type` (one name or several), `enum`, `required`, `properties` and `items`. A key that the schema does not
 * name is refused whether or not the schema says so, a boolean is no number, and a schema whose `type` is not known
 * accepts nothing. At most 16 levels and 4,096 values.
 *
 * @example
 * ```ts
 * import { argumentFault } from "gatehouse/flow/roles/arguments.ts";
 *
 * const schema = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
 * if (argumentFault({ path: "a.ts" }, schema) !== null) throw new Error("refused");
 * if (argumentFault({ path: "a.ts", cwd: "/" }, schema) === null) throw new Error("unknown key accepted");
 * ```
 */
export function argumentFault(args: unknown, schema: Schema): string | null {
  if (!isRecord(args)) return "The arguments are no JSON object";
  const work: Work[] = [{ value: args, schema, at: "", depth: 1 }];
  let nodes = 0;
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (++nodes > MAX_NODES) return `The arguments hold more than ${MAX_NODES} values`;
    if (next.depth > MAX_DEPTH) return `The arguments are nested deeper than ${MAX_DEPTH} levels`;
    const fault = valueFault(next) ?? inside(next, work);
    if (fault !== null) return fault;
    // What waits is bounded as well: one array must not fill the memory before it is counted.
    if (nodes + work.length > MAX_NODES) return `The arguments hold more than ${MAX_NODES} values`;
  }
  return null;
}

function valueFault({ value, schema, at }: Work): string | null {
  const types = typeNames(schema);
  if (types !== null && !types.some((type) => isOfType(value, type))) {
    return `${named(at)} must be ${types.map(oneTypeName).join(" or ")}`;
  }
  const { enum: choices } = schema;
  if (choices === undefined) return null;
  if (!Array.isArray(choices)) return `${named(at)} cannot be checked: its choices are no list`;
  if (choices.some((choice) => choice === value)) return null;
  return `${named(at)} must be one of ${
    choices.map((choice) => shown(JSON.stringify(choice) ?? "")).join(", ")
  }`;
}

/** Puts the parts of an object or array on the pile, or says what is wrong with its keys. */
function inside({ value, schema, at, depth }: Work, work: Work[]): string | null {
  if (Array.isArray(value)) {
    const items = isRecord(schema["items"]) ? schema["items"] : null;
    if (items === null) return value.length === 0 ? null : `${named(at)} may hold nothing`;
    if (value.length > MAX_NODES) return `The arguments hold more than ${MAX_NODES} values`;
    value.forEach((item, index) =>
      work.push({ value: item, schema: items, at: `${at}[${index}]`, depth: depth + 1 })
    );
    return null;
  }
  if (!isRecord(value)) return null;
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"].map(String) : [];
  const keys = Object.keys(value);
  const unknown = keys.filter((key) => !Object.hasOwn(properties, key));
  const missing = required.filter((key) => !Object.hasOwn(value, key));
  if (unknown.length > 0 || missing.length > 0) return keyFault(at, { unknown, missing, properties });
  for (const key of keys) {
    const inner = properties[key];
    if (!isRecord(inner)) return `${named(at)} cannot be checked: ${shown(key)} has no schema`;
    work.push({ value: value[key], schema: inner, at: at === "" ? key : `${at}.${key}`, depth: depth + 1 });
  }
  return null;
}

function keyFault(
  at: string,
  found: {
    readonly unknown: readonly string[];
    readonly missing: readonly string[];
    readonly properties: Schema;
  },
): string {
  const list = (names: readonly string[]) => names.slice(0, 8).map(shown).join(", ");
  const parts = [
    ...(found.missing.length > 0 ? [`missing: ${list(found.missing)}`] : []),
    ...(found.unknown.length > 0 ? [`unknown: ${list(found.unknown)}`] : []),
  ];
  const known = Object.keys(found.properties);
  const offer = known.length === 0
    ? "it takes no arguments"
    : `it takes ${known.slice(0, 16).map(shown).join(", ")}`;
  return `${named(at)} ${at === "" ? "have" : "has"} wrong keys (${parts.join("; ")}); ${offer}`;
}

/** The type names that the schema gives; null when it gives none. A strange one stays, and nothing is of that type. */
function typeNames(schema: Schema): readonly string[] | null {
  const { type } = schema;
  // A place that may hold anything is not what this part of JSON Schema can vouch for, unless its values are listed.
  if (type === undefined) return Array.isArray(schema["enum"]) ? null : ["of a known type"];
  return Array.isArray(type) ? type.map(String) : [String(type)];
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "string":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    case "integer":
      return Number.isSafeInteger(value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isRecord(value);
    case "null":
      return value === null;
    default:
      return false;
  }
}

function oneTypeName(type: string): string {
  if (type === "null") return "null";
  if (type.startsWith("of ")) return type;
  return `${/^[aeio]/.test(type) ? "an" : "a"} ${shown(type)}`;
}

function named(at: string): string {
  return at === "" ? "The arguments" : shown(at);
}

function shown(text: string): string {
  return oneLine(text, MAX_SHOWN);
}
