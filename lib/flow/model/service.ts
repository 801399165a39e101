/** One model service: what is sent to it, and how its answers and failures are told apart. */
import type { Endpoint } from "../../core/endpoint.ts";
import type { OpenHttpReply } from "../../core/http_reply.ts";
import { isRecord } from "../../core/record.ts";
import type { ToolError } from "../../core/errors.ts";
import { exchange, ExchangeError } from "./exchange.ts";
import { failure, malformed, unavailable } from "./failure.ts";
import { eventsOf, linesOf } from "./lines.ts";
import { type Asked, refusal, saidIn } from "./refusal.ts";

/** Bytes of an error's body that are looked at. */
const MAX_ERROR_BYTES = 65_536;

/** A request, and how long it may take. */
export interface Request {
  readonly path: string;
  /** Posted when there is one. */
  readonly body?: unknown;
  readonly model: string | null;
  /** Milliseconds to the first byte. */
  readonly firstByteMs: number;
  readonly signal: AbortSignal;
}

/** The objects of an answer, as they come. */
export type Objects = AsyncGenerator<Readonly<Record<string, unknown>>, void>;

/**
 * A service at one address.
 *
 * @example
 * ```ts
 * import { endpointOf } from "gatehouse/core/endpoint.ts";
 * import { Service } from "gatehouse/flow/model/service.ts";
 *
 * await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => Response.json({ version: "1" }));
 * const endpoint = endpointOf(`http://127.0.0.1:${server.addr.port}`);
 * if (endpoint === null) throw new Error("no URL");
 * const service = new Service(endpoint, { api: "ollama", timeoutMs: 5_000 });
 * const { signal } = new AbortController();
 * const answer = await service.ask({ path: "/api/version", model: null, firstByteMs: 5_000, signal });
 * if (answer["version"] !== "1") throw new Error("not read");
 * ```
 */
export class Service {
  readonly base: string;
  readonly api: "ollama" | "openai";
  /** Milliseconds of `ollama.timeout`. */
  readonly timeoutMs: number;
  readonly #endpoint: Endpoint;

  constructor(
    endpoint: Endpoint,
    { api, timeoutMs }: { readonly api: "ollama" | "openai"; readonly timeoutMs: number },
  ) {
    this.base = endpoint.base;
    this.api = api;
    this.timeoutMs = timeoutMs;
    this.#endpoint = endpoint;
  }

  /** A request that is answered by one JSON object. @throws ToolError */
  async ask(request: Request): Promise<Readonly<Record<string, unknown>>> {
    return await this.stream(request, async (objects) => {
      for await (const object of objects) return object;
      throw malformed("it is empty", this);
    });
  }

  /** A request whose answer `read` takes as it comes. @throws ToolError */
  async stream<T>(request: Request, read: (objects: Objects, asked: Asked) => Promise<T>): Promise<T> {
    const { path, body, model, firstByteMs, signal } = request;
    const sent = body === undefined ? "" : JSON.stringify(body);
    const asked: Asked = { base: this.base, api: this.api, model, path, sent };
    try {
      return await exchange(this.#endpoint, async (reply) => {
        if (reply.status !== 200) throw await refused(reply, asked);
        return await read(objectsOf(reply, this), asked);
      }, {
        method: body === undefined ? "GET" : "POST",
        ...(body === undefined ? {} : { body: sent }),
        ...{ path, firstByteMs, idleMs: this.timeoutMs, signal },
      });
    } catch (error) {
      throw error instanceof ExchangeError ? this.#stopped(error, firstByteMs) : error;
    }
  }

  /** The cause tells these from what a service answered. */
  #stopped(cause: ExchangeError, firstByteMs: number): ToolError {
    const start = "Start it (ollama serve), or correct ollama.base_url";
    const longer = "Raise ollama.timeout, or use a smaller model";
    const { base } = this;
    switch (cause.obstacle) {
      case "cancelled":
        return failure("MODEL_CANCELLED", "The request to the model was cancelled", { cause });
      case "refused":
        return unavailable("nothing listens there", { base, cause, next: start });
      case "unreachable":
        return unavailable("it could not be reached", { base, cause, next: start });
      case "untrusted":
        return unavailable("its certificate is not trusted", {
          base,
          cause,
          next: "Install its authority on this machine",
        });
      case "forbidden":
        return unavailable("this process may not reach it", { base, cause });
      case "late":
        return unavailable(`nothing came within ${seconds(firstByteMs)}`, { base, cause, next: longer });
      case "silent":
        return unavailable(`nothing more came within ${seconds(this.timeoutMs)}`, {
          base,
          cause,
          next: longer,
        });
      case "cut":
        return unavailable("the connection ended before the answer", {
          base,
          cause,
          retryAfterSeconds: 0,
          next: "Look into the service's log; a smaller model or context may help",
        });
      case "malformed":
        return malformed("it is no HTTP/1.1", { base, cause });
      case "too_large":
        return malformed("it has more than 2 MiB", { base, cause });
      case "not_utf8":
        return malformed("it is no UTF-8", { base, cause });
    }
  }
}

function seconds(ms: number): string {
  return `${ms / 1_000} s`;
}

async function refused(reply: OpenHttpReply, asked: Asked): Promise<ToolError> {
  const said = saidIn(await parsedBody(reply));
  const after = reply.headers.get("retry-after");
  return refusal({
    status: reply.status,
    said,
    ...(after !== undefined && /^\d{1,4}$/.test(after) ? { retryAfterSeconds: Number(after) } : {}),
  }, asked);
}

/** What cannot be read of an error's body is left out: its status says enough. */
async function parsedBody({ body }: OpenHttpReply): Promise<unknown> {
  try {
    let text = "";
    for await (const line of linesOf(upTo(body, MAX_ERROR_BYTES))) text += `${line}\n`;
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof ExchangeError && error.obstacle === "cancelled") throw error;
    return null;
  }
}

async function* upTo(body: OpenHttpReply["body"], max: number): OpenHttpReply["body"] {
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > max) return;
    yield piece;
  }
}

/** An answer's objects by its type: one, one a line, or one an event. */
async function* objectsOf({ headers, body }: OpenHttpReply, service: Service): Objects {
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "application/json") {
    yield objectIn((await Array.fromAsync(linesOf(body))).join("\n"), service);
  } else if (type === "application/x-ndjson") {
    for await (const line of linesOf(body)) if (line.trim() !== "") yield objectIn(line, service);
  } else if (type === "text/event-stream") {
    for await (const data of eventsOf(linesOf(body))) {
      if (data.trim() === "[DONE]") return;
      yield objectIn(data, service);
    }
  } else {
    throw malformed("it is no JSON by its type", service);
  }
}

function objectIn(text: string, service: Service): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed("it is no JSON", service);
  }
  if (!isRecord(value)) throw malformed("it is no JSON object", service);
  return value;
}
