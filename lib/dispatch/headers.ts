/**
 * The headers that mirror a modern request's body (MCP 2026-07-28, Streamable HTTP, "Server Validation"): a proxy may
 * have routed by them, so a request whose headers say something else than its body is refused.
 */
import { isRecord } from "../core/record.ts";
import type { JsonSchema } from "../core/catalogue.ts";
import type { RequestFrame } from "./frames.ts";

/** Which parameter `Mcp-Name` mirrors, by method. */
const NAMED: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** Marks a value that is no plain header text: UTF-8 in Base64 between the two. */
const SENTINEL = { prefix: "=?base64?", suffix: "?=" };

/** How deep an argument may stand below the arguments and still have a header. */
const MAX_DEPTH = 8;

/** A number as a header may spell it. */
const DECIMAL = /^-?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?$/;

/**
 * What is wrong with `Mcp-Method` or `Mcp-Name`, as one sentence, or null when both mirror the body.
 *
 * Header names are matched without regard to case, values exactly; a value in Base64 is decoded first.
 *
 * @example
 * ```ts
 * import { nameFault } from "gatehouse/dispatch/headers.ts";
 *
 * const frame = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo" } } as const;
 * if (nameFault(new Headers({ "Mcp-Method": "tools/call", "Mcp-Name": "echo" }), frame) !== null) throw new Error();
 * if (nameFault(new Headers({ "Mcp-Method": "tools/call", "Mcp-Name": "Echo" }), frame) === null) throw new Error();
 * ```
 */
export function nameFault(headers: Headers, frame: RequestFrame): string | null {
  const method = headers.get("mcp-method");
  if (method === null) return "Mcp-Method is missing";
  if (method !== frame.method) return "Mcp-Method does not name the body's method";
  const field = Object.hasOwn(NAMED, frame.method) ? NAMED[frame.method] : undefined;
  const named = field === undefined ? undefined : frame.params?.[field];
  // A body without the name has nothing to compare with; it is refused for that where the method is served.
  if (typeof named !== "string") return null;
  const name = headers.get("mcp-name");
  if (name === null) return "Mcp-Name is missing";
  const decoded = decode(name);
  if (decoded === null) return "Mcp-Name is not valid Base64";
  return decoded === named ? null : `Mcp-Name does not name the body's params.${field}`;
}

/**
 * What is wrong with the `Mcp-Param-*` headers of a call, as one sentence, or null when each argument that the tool's
 * schema marks with `x-mcp-header` is mirrored. An argument that is absent or null needs no header.
 *
 * @example
 * ```ts
 * import { paramFault } from "gatehouse/dispatch/headers.ts";
 *
 * const schema = { type: "object", properties: { region: { type: "string", "x-mcp-header": "Region" } } };
 * const fault = (headers: Record<string, string>) => paramFault(new Headers(headers), { schema, args: { region: "eu" } });
 * if (fault({ "Mcp-Param-Region": "eu" }) !== null || fault({}) === null) throw new Error("wrong");
 * ```
 */
export function paramFault(
  headers: Headers,
  { schema, args }: { schema: JsonSchema; args: unknown },
): string | null {
  return walk(schema, args, { headers, depth: 0 });
}

function walk(
  schema: JsonSchema,
  value: unknown,
  { headers, depth }: { headers: Headers; depth: number },
): string | null {
  const properties = schema["properties"];
  if (!isRecord(properties) || !isRecord(value) || depth === MAX_DEPTH) return null;
  for (const [key, property] of Object.entries(properties)) {
    const argument = Object.hasOwn(value, key) ? value[key] : undefined;
    if (!isRecord(property) || argument === undefined || argument === null) continue;
    const suffix = property["x-mcp-header"];
    const fault = typeof suffix === "string"
      ? mirrorFault(headers, `Mcp-Param-${suffix}`, argument)
      : walk(property, argument, { headers, depth: depth + 1 });
    if (fault !== null) return fault;
  }
  return null;
}

function mirrorFault(headers: Headers, name: string, argument: unknown): string | null {
  // Anything but these three cannot be a header's value; the tool's own schema refuses it.
  if (typeof argument !== "string" && typeof argument !== "number" && typeof argument !== "boolean") {
    return null;
  }
  const header = headers.get(name);
  if (header === null) return `${name} is missing`;
  const decoded = decode(header);
  if (decoded === null) return `${name} is not valid Base64`;
  const same = typeof argument === "number"
    ? DECIMAL.test(decoded) && Number(decoded) === argument
    : decoded === String(argument);
  return same ? null : `${name} does not mirror the body's argument`;
}

/** The header's text, or null when it is marked as Base64 and is none, or no UTF-8. */
function decode(value: string): string | null {
  const { prefix, suffix } = SENTINEL;
  if (value.length < prefix.length + suffix.length) return value;
  if (!value.startsWith(prefix) || !value.endsWith(suffix)) return value;
  const encoded = value.slice(prefix.length, -suffix.length);
  try {
    const bytes = Uint8Array.fromBase64(encoded, { lastChunkHandling: "strict" });
    // One spelling for each text: the decoder passes over blanks.
    if (bytes.toBase64() !== encoded) return null;
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
