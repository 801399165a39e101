/**
 * The answers that need no protocol library: `initialize`, `ping`, `shutdown`, `server/discover`, `tools/list`, a plain
 * modern `tools/call`, and every refusal of a modern request. What is left goes to the official SDK, which is loaded
 * only then: it is most of the start-up time and several times slower per call.
 */
import { isRecord } from "../core/record.ts";
import { oneLine } from "../core/bounds.ts";
import { ToolError } from "../core/errors.ts";
import { type Call, invoke, type Outcome, TOOL_NOT_FOUND } from "../core/invoke.ts";
import { type Envelope, readEnvelope } from "./envelope.ts";
import { type Era, META_PREFIX } from "./era.ts";
import {
  type AnswerFrame,
  CODES,
  type ErrorFrame,
  errorFrame,
  type RequestFrame,
  resultFrame,
} from "./frames.ts";
import { capabilitiesOf, hasCompletions, listedTools, listHint, PUBLIC } from "./lists.ts";
import { checkMeta } from "./meta.ts";
import { bodyOf, missingCapability } from "./outcomes.ts";
import { LEGACY, type Serving, VERSIONS } from "./serving.ts";

/** How a request came in. */
export interface ArrivalOptions {
  readonly era: Era;
  readonly via: Call["via"];
  /** Aborted when the caller cancels or goes away. */
  readonly signal?: AbortSignal;
}

/**
 * What the shell made of a request: its answer (at once, or when the tool ends), `silent` for a cancelled call, which
 * gets none, or `sdk` when the request must go to the SDK. For a modern request `sdk` also means that its envelope was
 * checked.
 */
export type Shelled = AnswerFrame | "sdk" | Promise<AnswerFrame | "silent">;

/** The methods of a modern server that this one has whatever is served. */
const MODERN_METHODS = ["server/discover", "tools/list", "tools/call"];

/** Those that it has when there are resources. */
const RESOURCE_METHODS = ["resources/list", "resources/templates/list", "resources/read"];

/** Those that it has when there are prompts. */
const PROMPT_METHODS = ["prompts/list", "prompts/get"];

/** The one that it has when a prompt has arguments. */
const COMPLETE = "completion/complete";

/**
 * Answers a request, or says that the SDK must.
 *
 * @example
 * ```ts
 * import { answerInShell } from "gatehouse/dispatch/shell.ts";
 * import { bareHouse } from "gatehouse/core/bare_house.ts";
 * import { openCatalogue } from "gatehouse/core/catalogue.ts";
 * import type { Serving } from "gatehouse/dispatch/serving.ts";
 *
 * const house = bareHouse(openCatalogue({ families: [], tools: [], resources: [] }, {}));
 * const serving: Serving = {
 *   house,
 *   info: { name: "gatehouse", version: "0.0.0" },
 *   instructions: "",
 *   publicLists: true,
 *   principal: "loopback",
 * };
 * const frame = { jsonrpc: "2.0", id: 1, method: "ping" } as const;
 * const answer = await answerInShell(serving, frame, { era: "legacy", via: "stdio" });
 * if (typeof answer === "string" || !("result" in answer)) throw new Error("no answer");
 * ```
 */
export function answerInShell(serving: Serving, frame: RequestFrame, arrival: ArrivalOptions): Shelled {
  return arrival.era === "modern" ? modern(serving, frame, arrival) : legacy(serving, frame);
}

function legacy(serving: Serving, frame: RequestFrame): AnswerFrame | "sdk" {
  const refused = checkMeta(frame);
  if (refused !== null) return refused;
  switch (frame.method) {
    case "initialize":
      return initialize(serving, frame);
    case "ping":
      return resultFrame(frame.id, {});
    case "shutdown":
      return resultFrame(frame.id, null);
    case "tools/list":
      return checkList(frame) ?? resultFrame(frame.id, { tools: listedTools(serving.house.catalogue) });
    default:
      return checkRequired(serving, frame) ?? checkResource(serving, frame, CODES.resourceNotFound) ?? "sdk";
  }
}

function modern(serving: Serving, frame: RequestFrame, arrival: ArrivalOptions): Shelled {
  const read = readEnvelope(frame);
  if (!read.ok) return read.answer;
  if (!hasMethod(serving, frame.method)) {
    const data = { supportedVersions: VERSIONS };
    return errorFrame(frame.id, { code: CODES.methodNotFound, message: "Method not found", data });
  }
  switch (frame.method) {
    case "server/discover":
      return resultFrame(frame.id, {
        resultType: "complete",
        supportedVersions: VERSIONS,
        capabilities: capabilitiesOf(serving, "modern"),
        instructions: serving.instructions,
        ...PUBLIC,
        _meta: serverMeta(serving),
      });
    case "tools/list":
      return checkList(frame) ?? resultFrame(frame.id, {
        resultType: "complete",
        tools: listedTools(serving.house.catalogue),
        ...listHint(serving),
        _meta: serverMeta(serving),
      });
    case "tools/call":
      return checkRequired(serving, frame) ??
        (isPlain(frame, read.envelope)
          ? callTool(serving, frame, { arrival, envelope: read.envelope })
          : "sdk");
    default:
      return checkRequired(serving, frame) ?? checkResource(serving, frame, CODES.invalidParams) ?? "sdk";
  }
}

/** The part of an answer that says who gave it. */
function serverMeta(serving: Serving): Record<string, unknown> {
  return { [`${META_PREFIX}serverInfo`]: serving.info };
}

function hasMethod(serving: Serving, method: string): boolean {
  return MODERN_METHODS.includes(method) ||
    (RESOURCE_METHODS.includes(method) && serving.house.catalogue.resources.length > 0) ||
    (PROMPT_METHODS.includes(method) && serving.house.catalogue.prompts.length > 0) ||
    (method === COMPLETE && hasCompletions(serving.house.catalogue)) ||
    serving.extension?.methods.includes(method) === true;
}

function initialize(serving: Serving, frame: RequestFrame): AnswerFrame {
  const requested = frame.params?.["protocolVersion"];
  if (typeof requested !== "string") return invalidParams(frame, "protocolVersion", "is no string");
  for (const name of ["capabilities", "clientInfo"]) {
    if (!isRecord(frame.params?.[name])) return invalidParams(frame, name, "is no object");
  }
  const protocolVersion = LEGACY.find((version) => version === requested) ?? LEGACY[0];
  return resultFrame(frame.id, {
    protocolVersion,
    capabilities: capabilitiesOf(serving, protocolVersion),
    serverInfo: serving.info,
    instructions: serving.instructions,
  });
}

/** The lists fit in one page, so that no cursor of ours exists. */
function checkList(frame: RequestFrame): ErrorFrame | null {
  return frame.params?.["cursor"] === undefined
    ? null
    : invalidParams(frame, "cursor", "is none that was given out");
}

/** The one parameter that each of these methods cannot do without. */
const REQUIRED: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "resources/read": "uri",
  "prompts/get": "name",
};

/** The methods that give a list. */
const LISTS = ["resources/list", "resources/templates/list", "prompts/list"];

function checkRequired(serving: Serving, frame: RequestFrame): ErrorFrame | null {
  if (LISTS.includes(frame.method)) return checkList(frame);
  if (frame.method === COMPLETE) return hasMethod(serving, COMPLETE) ? checkComplete(frame) : null;
  const name = Object.hasOwn(REQUIRED, frame.method) ? REQUIRED[frame.method] : undefined;
  if (name === undefined) return null;
  if (typeof frame.params?.[name] !== "string") return invalidParams(frame, name, "is no string");
  const args = frame.method === "tools/call" || frame.method === "prompts/get"
    ? frame.params?.["arguments"]
    : undefined;
  return args === undefined || isRecord(args) ? null : invalidParams(frame, "arguments", "is no object");
}

function checkComplete(frame: RequestFrame): ErrorFrame | null {
  const { ref, argument } = frame.params ?? {};
  const key = isRecord(ref)
    ? { "ref/prompt": "name", "ref/resource": "uri" }[String(ref["type"])]
    : undefined;
  if (!isRecord(ref) || key === undefined || typeof ref[key] !== "string") {
    return invalidParams(frame, "ref", "names no prompt and no resource");
  }
  return isRecord(argument) && typeof argument["name"] === "string" && typeof argument["value"] === "string"
    ? null
    : invalidParams(frame, "argument", "has no name and value");
}

/** The legacy revisions have a code of their own for an unknown resource. An extension may know more resources. */
function checkResource(serving: Serving, frame: RequestFrame, code: number): ErrorFrame | null {
  if (frame.method !== "resources/read" || serving.extension !== undefined) return null;
  const uri = String(frame.params?.["uri"]);
  if (serving.house.catalogue.resources.some((resource) => resource.uri === uri)) return null;
  return errorFrame(frame.id, { code, message: `Unknown resource: ${oneLine(uri, 256)}`, data: { uri } });
}

function invalidParams(frame: RequestFrame, name: string, problem: string): ErrorFrame {
  return errorFrame(frame.id, {
    code: CODES.invalidParams,
    message: `Invalid parameters for ${oneLine(frame.method, 64)}: ${name} ${problem}`,
    data: { issues: [{ path: [name], problem: `${name} ${problem}` }] },
  });
}

/** True when nothing but the answer can go to the client, and nothing came back from it. */
function isPlain({ params }: RequestFrame, { logLevel }: Envelope): boolean {
  if (logLevel !== undefined || params?.["inputResponses"] !== undefined) return false;
  const meta = params?.["_meta"];
  return params?.["requestState"] === undefined && isRecord(meta) && meta["progressToken"] === undefined;
}

async function callTool(
  serving: Serving,
  frame: RequestFrame,
  { arrival, envelope }: { arrival: ArrivalOptions; envelope: Envelope },
): Promise<AnswerFrame | "silent"> {
  let outcome: Outcome;
  try {
    outcome = await invoke(serving.house, {
      tool: String(frame.params?.["name"]),
      args: frame.params?.["arguments"],
      principal: serving.principal,
      via: arrival.via,
      capabilities: envelope.capabilities,
      origin: { era: arrival.era, meta: frame.params?.["_meta"] },
      ...(arrival.signal === undefined ? {} : { signal: arrival.signal }),
    });
  } catch (error) {
    return refusal(serving, frame, error);
  }
  // A call that ended while its cancellation was on the way gets no answer either.
  if (arrival.signal?.aborted) return "silent";
  if (outcome.kind === "error") {
    const { code, message, data } = outcome;
    return errorFrame(frame.id, { code, message, ...(data === undefined ? {} : { data }) });
  }
  const body = bodyOf(outcome);
  const meta = { ...(isRecord(body?.["_meta"]) ? body["_meta"] : {}), ...serverMeta(serving) };
  if (outcome.kind === "result") {
    return resultFrame(frame.id, { resultType: "complete", ...body, _meta: meta });
  }
  const missing = missingCapability(outcome.requests, envelope.capabilities);
  if (missing !== null) {
    return errorFrame(frame.id, {
      code: CODES.missingCapability,
      message: "The call needs an answer that the client did not declare it can give",
      data: { requiredCapabilities: missing },
    });
  }
  return resultFrame(frame.id, { resultType: "input_required", ...body, _meta: meta });
}

function refusal(serving: Serving, frame: RequestFrame, error: unknown): ErrorFrame | "silent" {
  if (error instanceof ToolError && error.code === "CANCELLED") return "silent";
  if (error instanceof ToolError && error.code === TOOL_NOT_FOUND) {
    return errorFrame(frame.id, { code: CODES.invalidParams, message: error.message });
  }
  serving.house.onDefect(error);
  return errorFrame(frame.id, { code: CODES.internalError, message: "Internal error" });
}
