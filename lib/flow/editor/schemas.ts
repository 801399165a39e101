/** The editor's account of its tools, as far as it may be passed on to a model. */
import { oneLine } from "../../core/bounds.ts";
import { ToolError } from "../../core/errors.ts";
import { isRecord } from "../../core/record.ts";
import type { OfferedTool } from "../types.ts";
import { EDITOR_TOOLS, type EditorToolName } from "./bridge.ts";

/** A tool that a model may be offered. */
export interface EditorTool extends OfferedTool {
  readonly name: (typeof EDITOR_TOOLS)[number];
}

/** What was found. */
export interface Discovered {
  /** In the editor's order, each name once. */
  readonly tools: readonly EditorTool[];
  /** The editor refuses a write over a file that is not the one that was read. */
  readonly checksHash: boolean;
}

const MAX_SCHEMAS = 64;
const MAX_PROPERTIES = 32;
const MAX_ENUM = 64;
const MAX_TEXT = 500;
const SCALARS: ReadonlySet<unknown> = new Set(["string", "integer", "number", "boolean"]);

/** What alone a model may ask of a debugger: to start one is for a person. */
const DEBUG_ACTION = { type: "string", enum: ["status"], description: "Only the status can be asked for" };

/**
 * Reads the list of schemas. What is not well formed, or has a name that is not on the list, is left out.
 *
 * @param schemas As the editor gave it, made plain.
 * @throws ToolError `EDITOR_MALFORMED` when it is no list, or has more than 64 entries.
 *
 * @example
 * ```ts
 * import { readSchemas } from "gatehouse/flow/editor/schemas.ts";
 *
 * const parameters = { type: "object", properties: { path: { type: "string" } } };
 * const { tools } = readSchemas([
 *   { type: "function", function: { name: "editor_lint", description: "Lints", parameters } },
 *   { type: "function", function: { name: "evil_lua", parameters } },
 * ]);
 * if (tools.map(({ name }) => name).join() !== "editor_lint") throw new Error("others got through");
 * ```
 */
export function readSchemas(schemas: unknown): Discovered {
  if (!Array.isArray(schemas)) throw malformed("it is no list");
  if (schemas.length > MAX_SCHEMAS) {
    throw malformed(`it has ${schemas.length} entries, not up to ${MAX_SCHEMAS}`);
  }
  const tools = new Map<string, EditorTool>();
  let checksHash = false;
  for (const schema of schemas) {
    const described = isRecord(schema) && schema["type"] === "function" ? schema["function"] : null;
    if (!isRecord(described)) continue;
    if (isNamed(described, "file_write")) checksHash = takesHash(described);
    const tool = toolOf(described);
    if (tool !== null && !tools.has(tool.name)) tools.set(tool.name, tool);
  }
  return { tools: [...tools.values()], checksHash };
}

function toolOf(described: Readonly<Record<string, unknown>>): EditorTool | null {
  const name = EDITOR_TOOLS.find((tool) => isNamed(described, tool));
  const properties = propertiesOf(described);
  if (name === undefined || properties === null) return null;
  if (name === "editor_debug") properties.set("action", DEBUG_ACTION);
  const required = requiredOf(described["parameters"], properties);
  if (required === null) return null;
  return {
    name,
    description: text(described["description"]) ?? "A tool of the editor",
    parameters: {
      type: "object",
      properties: Object.fromEntries(properties),
      required,
      additionalProperties: false,
    },
  };
}

function isNamed(described: Readonly<Record<string, unknown>>, name: EditorToolName): boolean {
  return described["name"] === name;
}

function propertiesOf(described: Readonly<Record<string, unknown>>): Map<string, unknown> | null {
  const { parameters } = described;
  if (!isRecord(parameters) || parameters["type"] !== "object") return null;
  const entries = entriesOf(parameters["properties"]);
  if (entries === null || entries.length > MAX_PROPERTIES) return null;
  const properties = new Map<string, unknown>();
  for (const [name, value] of entries) {
    const property = /^[A-Za-z_]\w{0,63}$/.test(name) ? propertyOf(value) : null;
    if (property === null) return null;
    properties.set(name, property);
  }
  return properties;
}

/** Lua's empty table travels as an empty list. */
function entriesOf(value: unknown): [string, unknown][] | null {
  if (value === undefined || Array.isArray(value) && value.length === 0) return [];
  return isRecord(value) ? Object.entries(value) : null;
}

/** Only what a flat schema needs: the rest of what the editor wrote is dropped. */
function propertyOf(value: unknown): Record<string, unknown> | null {
  if (!isRecord(value)) return null;
  const { type, items, minimum, maximum } = value;
  const property: Record<string, unknown> = { type };
  if (type === "array") {
    if (!isRecord(items) || !SCALARS.has(items["type"])) return null;
    property["items"] = { type: items["type"] };
  } else if (!SCALARS.has(type)) return null;
  const description = text(value["description"]);
  if (description !== null) property["description"] = description;
  if (typeof minimum === "number") property["minimum"] = minimum;
  if (typeof maximum === "number") property["maximum"] = maximum;
  if (value["enum"] === undefined) return property;
  const choices = choicesOf(value["enum"]);
  return choices === null ? null : { ...property, enum: choices };
}

function choicesOf(value: unknown): readonly (string | number)[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_ENUM) return null;
  const choices = value.filter((choice) =>
    typeof choice === "number" || typeof choice === "string" && choice === oneLine(choice, MAX_TEXT)
  );
  return choices.length === value.length ? choices : null;
}

function requiredOf(
  parameters: unknown,
  properties: ReadonlyMap<string, unknown>,
): readonly string[] | null {
  const required = isRecord(parameters) ? parameters["required"] : undefined;
  if (required === undefined) return [];
  if (!Array.isArray(required)) return null;
  return required.every((name) => typeof name === "string" && properties.has(name)) ? required : null;
}

function takesHash(described: Readonly<Record<string, unknown>>): boolean {
  return propertiesOf(described)?.has("expected_sha256") === true;
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? oneLine(value.replace(/\s+/g, " "), MAX_TEXT) : null;
}

function malformed(reason: string): ToolError {
  return new ToolError("EDITOR_MALFORMED", `Could not read the list of the editor's tools: ${reason}`);
}
