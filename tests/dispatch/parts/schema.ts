/** Checks frames against the official JSON Schemas of each protocol revision. */
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv";

/** A frame as it was read from the wire. */
export type Frame = Record<string, unknown>;

const OPTIONS = { strict: false, validateFormats: false, allErrors: false } as const;
const oldest = new Ajv(OPTIONS);
const newest = new Ajv2020(OPTIONS);

/** Draft-07 with `definitions` up to 2025-06-18, 2020-12 with `$defs` from then on. */
const HOMES: Record<string, { ajv: Ajv | Ajv2020; key: string }> = {
  "2024-11-05": { ajv: oldest, key: "definitions" },
  "2025-03-26": { ajv: oldest, key: "definitions" },
  "2025-06-18": { ajv: oldest, key: "definitions" },
  "2025-11-25": { ajv: newest, key: "$defs" },
  "2026-07-28": { ajv: newest, key: "$defs" },
};

for (const [version, { ajv }] of Object.entries(HOMES)) {
  const text = Deno.readTextFileSync(new URL(`../schema/${version}.json`, import.meta.url));
  ajv.addSchema(JSON.parse(text), version);
}

const compiled = new Map<string, ValidateFunction>();

/** Throws unless the value is what the revision defines under that name. */
export function checkDefinition(value: unknown, version: string, name: string): void {
  const home = HOMES[version];
  if (home === undefined) throw new Error(`No schema for ${version}`);
  const key = `${version}#/${home.key}/${name}`;
  let validate = compiled.get(key);
  if (validate === undefined) {
    validate = home.ajv.compile({ $ref: key });
    compiled.set(key, validate);
  }
  if (!validate(value)) {
    const problem = JSON.stringify(validate.errors?.[0]);
    throw new Error(`Not a ${name} of ${version}: ${problem}\n${JSON.stringify(value)}`);
  }
}

/** The definition of each method's result. */
const RESULTS: Record<string, string> = {
  "initialize": "InitializeResult",
  "ping": "EmptyResult",
  "server/discover": "DiscoverResult",
  "tools/list": "ListToolsResult",
  "tools/call": "CallToolResult",
  "resources/list": "ListResourcesResult",
  "resources/templates/list": "ListResourceTemplatesResult",
  "resources/read": "ReadResourceResult",
  "prompts/list": "ListPromptsResult",
  "prompts/get": "GetPromptResult",
  "completion/complete": "CompleteResult",
};

/** The definition of everything that a server sends unasked. */
const SENT: Record<string, string> = {
  "notifications/progress": "ProgressNotification",
  "notifications/message": "LoggingMessageNotification",
  "notifications/cancelled": "CancelledNotification",
  "elicitation/create": "ElicitRequest",
};

/** The definition of each error that has one of its own. */
const ERRORS: Record<number, string> = {
  [-32700]: "ParseError",
  [-32600]: "InvalidRequestError",
  [-32601]: "MethodNotFoundError",
  [-32602]: "InvalidParamsError",
  [-32603]: "InternalError",
};

/** And those whose definition is the whole answer. */
const ANSWERS: Record<number, string> = {
  [-32020]: "HeaderMismatchError",
  [-32021]: "MissingRequiredClientCapabilityError",
  [-32022]: "UnsupportedProtocolVersionError",
};

/**
 * Throws unless the frame is one that a server of the revision may send, in answer to `method` when it is an answer.
 *
 * Two answers are JSON-RPC's and not MCP's: an error whose request could not be read has the id null, and `shutdown`,
 * which no revision defines, is answered with null.
 */
export function checkFrame(frame: Frame, version: string, method: string | undefined): void {
  if (method === "shutdown" && frame["result"] === null) return;
  const { id, ...unidentified } = frame;
  checkDefinition(id === null ? { ...unidentified, id: 0 } : frame, version, "JSONRPCMessage");
  const modern = version === "2026-07-28";
  if (typeof frame["method"] === "string") {
    const name = SENT[frame["method"]];
    if (name === undefined) throw new Error(`A server does not send ${frame["method"]}`);
    return checkDefinition(frame, version, name);
  }
  if ("error" in frame) {
    if (!modern) return;
    const { code } = frame["error"] as { code: number };
    const whole = ANSWERS[code];
    if (whole !== undefined) return checkDefinition(frame, version, whole);
    const name = ERRORS[code];
    if (name === undefined) throw new Error(`No error of ${version} has the code ${code}`);
    return checkDefinition(frame["error"], version, name);
  }
  if (method === undefined) throw new Error(`An answer to nothing: ${JSON.stringify(frame)}`);
  const result = frame["result"] as Frame;
  if (modern && result["resultType"] === "input_required") {
    return checkDefinition(result, version, "InputRequiredResult");
  }
  const name = RESULTS[method];
  if (name === undefined) throw new Error(`No result is known for ${method}`);
  checkDefinition(result, version, name);
  if (modern) checkDefinition(frame, version, `${name}Response`);
}
