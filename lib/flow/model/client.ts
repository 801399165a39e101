/** The model client that a run talks to: knows its service's models, and asks each for its turns. */
import type { Answer, FlowSettings, ModelClient, Preflight, Turn } from "../types.ts";
import { ToolError } from "../../core/errors.ts";
import { isCloudName, modelEndpoint, passedOn } from "./endpoint.ts";
import { malformed, withoutTools } from "./failure.ts";
import { ollamaBody, readOllama } from "./ollama.ts";
import { openaiBody, readOpenai } from "./openai.ts";
import { answerOf } from "./raw.ts";
import { Reader } from "./reader.ts";
import { Service } from "./service.ts";
import { factsOf, isLoaded, type ModelFacts, namesIn, NOTHING_KNOWN } from "./shown.ts";

/** Loading a model may take minutes, in which nothing is sent; a client that leaves aborts the load. */
const COLD_START_MS = 300_000;

/** For questions that the service answers from what it holds. */
const BRIEFLY_MS = 5_000;

/** A model that answered so lately has hardly been unloaded. */
const WARM_MS = 240_000;

/** How long what is known of a model counts: it may be pulled anew under the same name. */
const FACTS_MS = 60_000;

/** A client that also tells what serves it. */
export interface ServiceClient extends ModelClient {
  /** The service's version; null when it does not say. */
  version(signal: AbortSignal): Promise<string | null>;
}

/**
 * A client for the service that the settings name. Nothing is sent before its first method is called.
 *
 * A turn first makes sure, once a minute, that its model is there and runs on this machine. It waits
 * `ollama.timeout` for the first byte, or five minutes if that is longer and the service says that the model is not
 * loaded yet; after that, `ollama.timeout` for each silence.
 *
 * @throws ToolError `MODEL_REJECTED` or `MODEL_REMOTE` when the address must not be used.
 *
 * @example
 * ```ts
 * import { modelClient } from "gatehouse/flow/model/client.ts";
 *
 * await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) =>
 *   request.url.endsWith("/api/chat")
 *     ? Response.json({ message: { role: "assistant", content: "yes" }, done: true, done_reason: "stop" })
 *     : Response.json({ capabilities: ["completion", "tools"] }));
 * const client = modelClient({
 *   ...{ baseUrl: `http://127.0.0.1:${server.addr.port}`, api: "ollama", allowRemote: false },
 *   ...{ temperature: 0.2, contextLength: 16_384, timeoutSeconds: 120 },
 * });
 * const { signal } = new AbortController();
 * const { text } = await client.turn({ model: "m", messages: [{ role: "user", content: "?" }], tools: [] }, signal);
 * if (text !== "yes") throw new Error(text);
 * ```
 */
export function modelClient(settings: FlowSettings["endpoint"]): ServiceClient {
  return new Client(settings);
}

class Client implements ServiceClient {
  readonly #settings: FlowSettings["endpoint"];
  readonly #service: Service;
  readonly #facts = new Map<string, { readonly facts: ModelFacts; readonly at: number }>();
  /** The model that answered last, and when: others may have been unloaded to make room for it. */
  #warm = { model: "", at: 0 };

  constructor(settings: FlowSettings["endpoint"]) {
    const { baseUrl, allowRemote, api, timeoutSeconds } = settings;
    this.#settings = settings;
    this.#service = new Service(modelEndpoint(baseUrl, { allowRemote }), {
      api,
      timeoutMs: timeoutSeconds * 1_000,
    });
  }

  async turn(turn: Turn, signal: AbortSignal): Promise<Answer> {
    const { model, tools } = turn;
    const facts = await this.#known(model, signal);
    if (tools.length > 0 && facts.tools === false) throw withoutTools(model);
    const { allowRemote, temperature } = this.#settings;
    const contextLength = this.#contextOf(facts);
    const isNative = this.#service.api === "ollama";
    const raw = await this.#service.stream({
      path: isNative ? "/api/chat" : "/v1/chat/completions",
      body: isNative
        ? ollamaBody(turn, { temperature, contextLength, think: facts.think })
        : openaiBody(turn, { temperature, contextLength }),
      firstByteMs: await this.#patience(model, { facts, signal }),
      ...{ model, signal },
    }, (objects, asked) => {
      const reader = new Reader(asked, { allowRemote });
      return isNative ? readOllama(objects, reader) : readOpenai(objects, reader);
    });
    this.#warm = { model, at: performance.now() };
    return answerOf(raw, tools.map(({ name }) => name));
  }

  async preflight(model: string, signal: AbortSignal): Promise<Preflight> {
    const { tools, thinking, contextLength } = await this.#known(model, signal);
    return { tools, thinking, contextLength };
  }

  async list(signal: AbortSignal): Promise<readonly string[]> {
    const path = this.#service.api === "ollama" ? "/api/tags" : "/v1/models";
    const names = namesIn(await this.#short(path, signal));
    if (names === null) throw malformed("it is no list of models", this.#service);
    return names;
  }

  async version(signal: AbortSignal): Promise<string | null> {
    try {
      const { version } = await this.#short("/api/version", signal);
      return typeof version === "string" ? version.slice(0, 100) : null;
    } catch (error) {
      // A service with the other wire only has no such path.
      if (this.#service.api === "openai" && !signal.aborted) return null;
      throw error;
    }
  }

  /** What is known of the model, asked once a minute. */
  async #known(model: string, signal: AbortSignal): Promise<ModelFacts> {
    const { allowRemote } = this.#settings;
    if (!allowRemote && isCloudName(model)) throw passedOn(model, "");
    const before = this.#facts.get(model);
    if (before !== undefined && performance.now() - before.at < FACTS_MS) return before.facts;
    const facts = await this.#shown(model, signal);
    if (!allowRemote && facts.remoteHost !== null) throw passedOn(model, facts.remoteHost);
    this.#facts.set(model, { facts, at: performance.now() });
    return facts;
  }

  async #shown(model: string, signal: AbortSignal): Promise<ModelFacts> {
    const firstByteMs = this.#service.timeoutMs;
    try {
      return factsOf(
        await this.#service.ask({ path: "/api/show", body: { model }, model, firstByteMs, signal }),
      );
    } catch (error) {
      // Behind the other wire there may be an Ollama, which can tell, or a service that does not know the question.
      const isAnswer = error instanceof ToolError && error.cause === undefined;
      if (this.#service.api === "openai" && isAnswer && error.code !== "MODEL_MISSING") return NOTHING_KNOWN;
      throw error;
    }
  }

  #contextOf({ contextLength }: ModelFacts): number {
    return Math.min(this.#settings.contextLength, contextLength ?? Infinity);
  }

  async #patience(
    model: string,
    { facts, signal }: { readonly facts: ModelFacts; readonly signal: AbortSignal },
  ): Promise<number> {
    const { timeoutMs } = this.#service;
    const isWarm = this.#warm.model === model && performance.now() - this.#warm.at < WARM_MS;
    if (isWarm || !facts.isOllama || timeoutMs >= COLD_START_MS) return timeoutMs;
    try {
      const running = await this.#short("/api/ps", signal);
      const loaded = isLoaded(running, { model, contextLength: this.#contextOf(facts) });
      return loaded === false ? COLD_START_MS : timeoutMs;
    } catch (error) {
      if (signal.aborted) throw error;
      return timeoutMs;
    }
  }

  #short(path: string, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    const firstByteMs = Math.min(this.#service.timeoutMs, BRIEFLY_MS);
    return this.#service.ask({ path, model: null, firstByteMs, signal });
  }
}
