/**
 * A stand-in for a model service. No model can be downloaded where these tests run, so this one runs none: it speaks
 * Ollama's native wire (/api/chat as a stream of JSON lines or as one object, /api/show, /api/tags, /api/ps,
 * /api/version) and the OpenAI-compatible one (/v1/chat/completions as an event stream or as one object, /v1/models) by
 * their public descriptions, answers each turn with the next reply of its script, and records every request.
 *
 * ```ts
 * await using model = new ScriptedModel([
 *   text("the plan"),
 *   call("file_write", { path: "a.py", content: "x = 1\n" }),
 *   text("done"),
 *   verdict(true),
 * ]);
 * // … a run against model.url …
 * model.turns.map(({ body }) => body.model);
 * ```
 *
 * A turn is a request to /api/chat or /v1/chat/completions; the other paths answer by themselves and take nothing from
 * the script. When the script is at its end, a turn is answered with status 500 and counted in `missed`.
 *
 * Replies (scripted_replies.ts): `text` `call` `calls` `verdict` `status` `fault` `redirect`, each with `{ … }` for more:
 * `thinking`, `pieces`, `done: "length"`, `promptTokens`, `before` (headers are withheld until this promise is settled: a
 * cold load), `pause` (the same after the first piece), `errorAfter` (an error line inside the stream), `cutAfter`.
 * In place of a reply a function of the request may stand: what it does happens while the model "thinks".
 */
import { answerTo, type Wire } from "./scripted_wire.ts";
import type { Reply, ScriptEntry } from "./scripted_replies.ts";
import { type Exchange, serveRaw } from "./scripted_http.ts";

export * from "./scripted_replies.ts";

/** One request, as it came. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** The parsed body; `{}` when there is none, or when it is no JSON object. */
  readonly body: SeenBody;
}

/** A turn's body, as far as both wires have the same; everything else is there by its name. */
export interface SeenBody {
  readonly [key: string]: unknown;
  readonly model?: string;
  readonly messages?: readonly SeenMessage[];
  readonly tools?: readonly SeenTool[];
}

/** An offered tool. */
export interface SeenTool {
  readonly [key: string]: unknown;
  readonly function: { readonly [key: string]: unknown; readonly name: string };
}

/** A message of a turn. */
export interface SeenMessage {
  readonly [key: string]: unknown;
  readonly role: string;
  readonly content: string;
}

/** What the service says of a model. */
export interface ScriptedModelFacts {
  /** Default true. */
  readonly tools?: boolean;
  /** Default false. */
  readonly thinking?: boolean;
  /** Default 32,768. */
  readonly contextLength?: number;
  /** Where it really runs; of cloud models. */
  readonly remoteHost?: string;
}

export interface ScriptedModelOptions {
  /** The installed models by name. Default: qwen2.5-coder:7b is listed, and every name is answered. */
  readonly models?: Readonly<Record<string, ScriptedModelFacts>>;
  /** Whether /api/ps lists the models as loaded; default true. */
  readonly loaded?: boolean;
  /** Paths that are answered with 404, as a service does that has only the other wire. */
  readonly without?: readonly string[];
  /** Default 127.0.0.1. */
  readonly hostname?: string;
}

/** A started stand-in. */
export class ScriptedModel implements AsyncDisposable {
  /** Every request, in order. */
  readonly seen: SeenRequest[] = [];
  /** Turns that came when the script was at its end. */
  missed = 0;
  /** Connections that the other side closed before its answer was complete. */
  abandoned = 0;
  /** May be changed between turns. */
  options: ScriptedModelOptions;
  readonly #script: ScriptEntry[];
  readonly #server: ReturnType<typeof serveRaw>;
  readonly #waiting: { readonly holds: () => boolean; readonly done: () => void }[] = [];

  constructor(script: readonly ScriptEntry[] = [], options: ScriptedModelOptions = {}) {
    this.#script = [...script];
    this.options = options;
    this.#server = serveRaw(options.hostname ?? "127.0.0.1", (exchange) => this.#answer(exchange));
  }

  get port(): number {
    return this.#server.port;
  }

  /** The origin, as `ollama.base_url` takes it. */
  get url(): string {
    const host = this.options.hostname ?? "127.0.0.1";
    return `http://${host.includes(":") ? `[${host}]` : host}:${this.port}`;
  }

  /** The turns among the requests. */
  get turns(): SeenRequest[] {
    return this.seen.filter(({ path }) => wireOf(path) !== null);
  }

  /** Adds to the end of the script. */
  say(...replies: readonly ScriptEntry[]): void {
    this.#script.push(...replies);
  }

  /** Resolves when so many turns have come, counted from the start. */
  asked(count: number): Promise<void> {
    return this.#until(() => this.turns.length >= count);
  }

  /** Resolves when so many connections were left by the other side before their answer was complete. */
  left(count: number): Promise<void> {
    return this.#until(() => this.abandoned >= count);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.close();
  }

  #until(holds: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ holds, done: resolve });
    this.#changed();
    return promise;
  }

  #changed(): void {
    for (const { holds, done } of this.#waiting) if (holds()) done();
  }

  async #answer(exchange: Exchange): Promise<void> {
    const { method, path, headers, text } = exchange;
    const request: SeenRequest = { method, path, headers, body: bodyOf(text) };
    this.seen.push(request);
    this.#changed();
    try {
      const wire = wireOf(path);
      if (wire === null || this.options.without?.includes(path)) await exchange.json(...this.#facts(request));
      else await answerTo(request, { reply: await this.#next(request), wire, exchange });
    } catch {
      this.abandoned++;
      this.#changed();
    }
  }

  async #next(request: SeenRequest): Promise<Reply> {
    const facts = this.#known(request.body.model);
    if (facts === null) return { status: 404, error: `model '${request.body.model}' not found` };
    if (facts.tools === false && (request.body.tools ?? []).length > 0) {
      return {
        status: 400,
        error: `registry.ollama.ai/library/${request.body.model} does not support tools`,
      };
    }
    const entry = this.#script.shift();
    if (entry !== undefined) return typeof entry === "function" ? await entry(request) : entry;
    this.missed++;
    return { status: 500, error: "the script is at its end" };
  }

  #known(name: unknown): ScriptedModelFacts | null {
    if (typeof name !== "string") return null;
    const { models } = this.options;
    return models === undefined ? {} : models[name] ?? models[`${name}:latest`] ?? null;
  }

  #facts({ path, body }: SeenRequest): [number, unknown] {
    if (this.options.without?.includes(path)) return [404, "404 page not found"];
    const names = Object.keys(this.options.models ?? { "qwen2.5-coder:7b": {} });
    switch (path) {
      case "/api/version":
        return [200, { version: "0.20.7" }];
      case "/api/tags":
        return [200, { models: names.map((name) => ({ name, model: name, ...remote(this.#known(name)) })) }];
      case "/api/ps":
        return [200, { models: this.#loaded(names).map((name) => ({ name, model: name })) }];
      case "/v1/models":
        return [200, { object: "list", data: names.map((id) => ({ id, object: "model" })) }];
      case "/api/show": {
        const facts = this.#known(body.model);
        return facts === null
          ? [404, { error: `model '${body.model}' not found` }]
          : [200, { ...shown(facts), ...remote(facts) }];
      }
      default:
        return [404, "404 page not found"];
    }
  }

  /** With every name known, every name that was asked for counts as loaded. */
  #loaded(names: readonly string[]): readonly string[] {
    if (this.options.loaded === false) return [];
    const asked = this.seen.flatMap(({ body }) => typeof body.model === "string" ? [body.model] : []);
    return [...new Set([...names, ...asked])];
  }
}

function wireOf(path: string): Wire | null {
  if (path === "/api/chat") return "ollama";
  return path === "/v1/chat/completions" ? "openai" : null;
}

function shown({ tools = true, thinking = false, contextLength = 32_768 }: ScriptedModelFacts) {
  return {
    details: { family: "qwen2", parameter_size: "7.6B" },
    capabilities: ["completion", ...(tools ? ["tools"] : []), ...(thinking ? ["thinking"] : [])],
    model_info: { "general.architecture": "qwen2", "qwen2.context_length": contextLength },
  };
}

function remote(facts: ScriptedModelFacts | null): Readonly<Record<string, string>> {
  return facts?.remoteHost === undefined ? {} : { remote_host: facts.remoteHost, remote_model: "m" };
}

function bodyOf(text: string): SeenBody {
  try {
    const value: unknown = JSON.parse(text);
    // Written by our own client; what a test reads of it, it compares.
    return typeof value === "object" && value !== null ? value as SeenBody : {};
  } catch {
    return {};
  }
}
