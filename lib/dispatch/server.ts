/**
 * The official SDK's server, bound to what is served. Loaded on the first message that the shell does not answer.
 *
 * The low-level `Server` is used because only it lets a call end in a JSON-RPC error.
 */
import { isRecord } from "../core/record.ts";
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { oneLine } from "../core/bounds.ts";
import { ToolError } from "../core/errors.ts";
import { type Call, invoke, TOOL_NOT_FOUND } from "../core/invoke.ts";
import type { RunContext } from "../core/tool.ts";
import { LEVELS } from "./envelope.ts";
import type { Era } from "./era.ts";
import { capabilitiesOf, hasCompletions, listedTools, listHint, PRIVATE, PUBLIC } from "./lists.ts";
import { bodyOf } from "./outcomes.ts";
import { completionOf, INVALID_PARAMS, promptText } from "./prompts.ts";
import { LEGACY, type Serving } from "./serving.ts";

/** Log lines below this level never leave the process. */
const LEAST_LEVEL = LEVELS.indexOf("info");

/**
 * A server of the SDK for one connection (stdio) or one request (HTTP) of one era.
 *
 * @example
 * ```ts
 * import { bareHouse } from "gatehouse/core/bare_house.ts";
 * import { openCatalogue } from "gatehouse/core/catalogue.ts";
 * import { buildServer } from "gatehouse/dispatch/server.ts";
 *
 * const house = bareHouse(openCatalogue({ families: [], tools: [], resources: [] }, {}));
 * const server = buildServer({
 *   house,
 *   info: { name: "gatehouse", version: "0.0.0" },
 *   instructions: "",
 *   publicLists: true,
 *   principal: "loopback",
 * }, { era: "legacy", via: "stdio" });
 * await server.close();
 * ```
 */
export function buildServer(serving: Serving, { era, via }: { era: Era; via: Call["via"] }): Server {
  const { catalogue } = serving.house;
  const server = new Server(serving.info, {
    capabilities: capabilitiesOf(serving, era === "modern" ? "modern" : LEGACY[0]),
    instructions: serving.instructions,
    cacheHints: {
      "server/discover": PUBLIC,
      "tools/list": listHint(serving),
      "resources/list": listHint(serving),
      "resources/templates/list": listHint(serving),
      "resources/read": PUBLIC,
      "prompts/list": listHint(serving),
    },
  });
  // The catalogue's schemas are JSON Schema objects by construction (checked when it was generated); the SDK's type
  // spells out JSON where ours says unknown.
  server.setRequestHandler("tools/list", () => ({ tools: listedTools(catalogue) as never }));
  server.setRequestHandler("tools/call", (request, context) => {
    const { name, arguments: args } = request.params;
    return callTool(serving, callOf(serving, { server, context, era, via, name, args }), context);
  });
  if (catalogue.resources.length > 0) addResources(server, serving, era);
  if (catalogue.prompts.length > 0) addPrompts(server, serving);
  if (hasCompletions(catalogue)) addCompletions(server, serving);
  serving.extension?.install(server);
  return server;
}

function addPrompts(server: Server, { house }: Serving): void {
  server.setRequestHandler("prompts/list", () => ({
    prompts: house.catalogue.prompts.map(({ name, title, description, arguments: args }) => ({
      name,
      title,
      description,
      ...(args === undefined
        ? {}
        : { arguments: args.map((argument) => ({ ...argument, required: false })) }),
    })),
  }));
  server.setRequestHandler("prompts/get", async ({ params: { name, arguments: args } }) => {
    const found = await asProtocol(house, () => promptText(house, { name, args: args ?? {} }));
    const { description, text } = found;
    return { description, messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
  });
}

function addCompletions(server: Server, { house }: Serving): void {
  server.setRequestHandler("completion/complete", async ({ params: { ref, argument } }) => ({
    completion: { ...await asProtocol(house, () => completionOf(house, { ref, argument })) },
  }));
}

/** What the caller did wrong is told; what went wrong here is not. */
async function asProtocol<T>({ onDefect }: Serving["house"], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ToolError && error.code === INVALID_PARAMS) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    }
    throw internal(onDefect, error);
  }
}

function addResources(server: Server, { house }: Serving, era: Era): void {
  const { catalogue } = house;
  server.setRequestHandler("resources/list", () => ({
    resources: catalogue.resources.map(({ uri, name, title, description, mimeType }) => ({
      uri,
      name,
      title,
      description,
      mimeType,
    })),
  }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const known = catalogue.resources.find((resource) => resource.uri === uri);
    if (known === undefined) throw new ResourceNotFoundError(uri, `Unknown resource: ${oneLine(uri, 256)}`);
    try {
      const family = await catalogue.load(known.family);
      const entry = family.resources.find((resource) => resource.uri === uri);
      if (entry === undefined) throw new Error(`The family ${known.family} has lost its resource ${uri}`);
      const service = await house.serviceOf(family);
      const contents = [{ uri, mimeType: known.mimeType, text: await entry.read(service) }];
      // The older revisions know no cache hints.
      return era === "modern" && entry.isPrivate?.(service) === true
        ? { contents, ...PRIVATE }
        : { contents };
    } catch (error) {
      throw internal(house.onDefect, error);
    }
  });
}

/** A request as the SDK hands it over. */
interface Request {
  readonly server: Server;
  readonly context: ServerContext;
  readonly era: Era;
  readonly via: Call["via"];
  readonly name: string;
  readonly args: unknown;
}

function callOf(serving: Serving, { server, context, era, via, name, args }: Request): Call {
  const { mcpReq } = context;
  // The SDK types its envelope without the keys that it holds.
  const envelope: unknown = mcpReq.envelope;
  const declared: unknown = era === "legacy"
    ? server.getClientCapabilities()
    : isRecord(envelope)
    ? envelope[CLIENT_CAPABILITIES_META_KEY]
    : undefined;
  const state: unknown = mcpReq.requestState();
  return {
    tool: name,
    args,
    principal: serving.principal,
    via,
    signal: mcpReq.signal,
    capabilities: isRecord(declared) ? declared : {},
    origin: { era, meta: mcpReq._meta },
    ...(mcpReq.inputResponses === undefined ? {} : { answers: mcpReq.inputResponses }),
    ...(typeof state === "string" ? { state } : {}),
    ...progressOf(context),
    ...logOf(context),
  };
}

function progressOf({ mcpReq }: ServerContext): { progress?: RunContext["progress"] } {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return {};
  return {
    progress(progress, total, message) {
      if (mcpReq.signal.aborted) return;
      const params = {
        progressToken,
        progress,
        ...(total === undefined ? {} : { total }),
        ...(message === undefined ? {} : { message: oneLine(message, 500) }),
      };
      // A client that went away misses its progress and nothing else.
      mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
    },
  };
}

/** The SDK sends a line only when the request asked for its level, and never on a server without `logging`. */
function logOf({ mcpReq }: ServerContext): { log: RunContext["log"] } {
  return {
    log(level, text) {
      if (mcpReq.signal.aborted || LEVELS.indexOf(level) < LEAST_LEVEL) return;
      mcpReq.log(level, text).catch(() => {});
    },
  };
}

async function callTool(
  { house }: Serving,
  call: Call,
  { mcpReq }: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  let over = false;
  // What a tool reports after its answer left has no request to belong to.
  const open: Call = {
    ...call,
    log: (...line) => over ? undefined : call.log?.(...line),
    ...(call.progress === undefined
      ? {}
      : { progress: (...step) => over ? undefined : call.progress?.(...step) }),
  };
  try {
    const outcome = await invoke(house, open);
    if (outcome.kind === "error") throw new ProtocolError(outcome.code, outcome.message, outcome.data);
    const resultType = outcome.kind === "question" ? { resultType: "input_required" } : {};
    // The body is built from the family's own encoder; its content items are MCP content by the family's contract.
    return { ...bodyOf(outcome), ...resultType } as unknown as CallToolResult;
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (error instanceof ToolError && error.code === TOOL_NOT_FOUND) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    }
    // The SDK sends nothing for an aborted request, whatever its handler throws.
    if (mcpReq.signal.aborted) throw error;
    throw internal(house.onDefect, error);
  } finally {
    over = true;
  }
}

/** A defect as a client sees it: its text stays here. */
function internal(onDefect: (error: unknown) => void, error: unknown): ProtocolError {
  onDefect(error);
  return new ProtocolError(ProtocolErrorCode.InternalError, "Internal error");
}
