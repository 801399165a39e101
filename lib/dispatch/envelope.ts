/** The context that every modern request carries in `_meta`, and the refusals of a request without a valid one. */
import { isRecord } from "../core/record.ts";
import type { LogLevel } from "../core/tool.ts";
import { META_PREFIX } from "./era.ts";
import { CODES, type ErrorFrame, errorFrame, type RequestFrame } from "./frames.ts";
import { checkMeta } from "./meta.ts";
import { MODERN, VERSIONS } from "./serving.ts";

/** What a modern request says of its client (MCP 2026-07-28, `RequestMetaObject`). */
export interface Envelope {
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** The least level of log lines that the client wants for this request; none are sent without it. */
  readonly logLevel: LogLevel | undefined;
}

/** Log levels from the least to the most severe (RFC 5424). */
export const LEVELS: readonly LogLevel[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];

/** Capabilities that the revision defines; each is an object. A client may declare others. */
const KNOWN_CAPABILITIES = ["elicitation", "sampling", "roots", "experimental", "extensions"];

/**
 * The request's envelope, or the answer that refuses it: -32602 for a missing or malformed one, -32022 with
 * `data.supported` and `data.requested` for another version than 2026-07-28. Both are HTTP status 400.
 *
 * @example
 * ```ts
 * import { readEnvelope } from "gatehouse/dispatch/envelope.ts";
 *
 * const bare = readEnvelope({ jsonrpc: "2.0", id: 1, method: "server/discover" });
 * if (bare.ok || bare.answer.error.code !== -32602) throw new Error("accepted a request without context");
 * ```
 */
export function readEnvelope(
  frame: RequestFrame,
): { readonly ok: true; readonly envelope: Envelope } | { readonly ok: false; readonly answer: ErrorFrame } {
  const refused = checkMeta(frame);
  if (refused !== null) return { ok: false, answer: refused };
  const meta = frame.params?.["_meta"];
  const found: Readonly<Record<string, unknown>> = isRecord(meta) ? meta : {};
  const version = found[`${META_PREFIX}protocolVersion`];
  if (typeof version !== "string") return malformed(frame, "protocolVersion", version);
  if (version !== MODERN) {
    const error = {
      code: CODES.unsupportedVersion,
      message: "Unsupported protocol version",
      data: { supported: VERSIONS, requested: version },
    };
    return { ok: false, answer: errorFrame(frame.id, error) };
  }
  const capabilities = found[`${META_PREFIX}clientCapabilities`];
  if (!isRecord(capabilities) || !KNOWN_CAPABILITIES.every((name) => isRecordOrAbsent(capabilities[name]))) {
    return malformed(frame, "clientCapabilities", capabilities);
  }
  const client = found[`${META_PREFIX}clientInfo`];
  if (
    client !== undefined &&
    !(isRecord(client) && typeof client["name"] === "string" && typeof client["version"] === "string")
  ) {
    return malformed(frame, "clientInfo", client);
  }
  const asked = found[`${META_PREFIX}logLevel`];
  const logLevel = LEVELS.find((level) => level === asked);
  if (asked !== undefined && logLevel === undefined) return malformed(frame, "logLevel", asked);
  return { ok: true, envelope: { capabilities, logLevel } };
}

function isRecordOrAbsent(value: unknown): boolean {
  return value === undefined || isRecord(value);
}

function malformed(
  frame: RequestFrame,
  name: string,
  value: unknown,
): { readonly ok: false; readonly answer: ErrorFrame } {
  const key = META_PREFIX + name;
  const problem = value === undefined ? "is missing" : "is malformed";
  return {
    ok: false,
    answer: errorFrame(frame.id, {
      code: CODES.invalidParams,
      message: `Invalid request context: ${key} ${problem}`,
      data: { issues: [{ path: ["_meta", key], problem: `${key} ${problem}` }] },
    }),
  };
}
