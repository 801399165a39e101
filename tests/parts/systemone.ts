/**
 * A stand-in for the decision service: it speaks POST /v1/systemone by its published contract, runs no model, and
 * answers what a test tells it to. The same server stands in for Ollama's POST /api/chat. It can also fail in each way
 * in which a service can.
 */

/** What one request held. */
export interface Seen {
  readonly path: string;
  readonly headers: Headers;
  /** The parsed body. */
  readonly body: Record<string, unknown>;
}

/** A question as it came over the wire. */
export interface WireQuestion {
  readonly id: string;
  readonly type: "noul" | "choice" | "score";
  readonly options?: readonly string[];
  readonly threshold?: number;
}

/** What the stand-in says to a question; anything, also what no service should say. */
export type Say = (question: WireQuestion, body: Record<string, unknown>) => unknown;

/** How it fails: a whole response in place of the answer. */
export type Fault = keyof typeof FAULTS;

/** What it is told. */
export interface Script {
  /** Default: probability 0.9, danger 1, the first option. */
  say?: Say;
  /** More fields of the response, such as `option_scores`. */
  more?: (body: Record<string, unknown>) => Record<string, unknown>;
  fault?: Fault;
  /** The bearer token without which it answers 401. */
  token?: string;
}

/** The usual answers of the contract's stand-ins. */
export const MILD: Say = ({ type }) => type === "noul" ? 0.9 : type === "score" ? 2 : 0;

/** Says one probability and one danger. */
export function says(noul: unknown, score: unknown): Say {
  return ({ type }) => type === "noul" ? noul : type === "score" ? score : 0;
}

type Respond = (good: string, closed: Promise<void>) => Response | Promise<Response>;

const json = (text: BodyInit, status = 200) =>
  new Response(text, { status, headers: { "content-type": "application/json" } });

/** Every name is one way to fail; each gets the answer that would have been right. */
const FAULTS = {
  /** The right answer byte by byte, each well within any limit for a single read, the whole in a few seconds. */
  drip: (good, closed) => json(dripping(good, closed)),
  /** The right answer, seconds after it was asked for. */
  late: async (good, closed) => {
    await passed(2_000, closed);
    return json(good);
  },
  /** Accepts the connection and says nothing. */
  hang: async (_good, closed) => {
    await closed;
    return json("");
  },
  status_500: (good) => json(good, 500),
  status_422: () => json('{"detail":"unknown model"}', 422),
  status_204: () => new Response(null, { status: 204 }),
  html: () => new Response("<html>ok</html>", { headers: { "content-type": "text/html" } }),
  wrong_type: (good) => new Response(good, { headers: { "content-type": "text/plain" } }),
  no_type: (good) => new Response(new TextEncoder().encode(good)),
  truncated: (good) => json(good.slice(0, -9)),
  duplicate_keys: (good) => json(good.replace('"answers":{', '"answers":{"gate_noul":0.1,"gate_noul":0.9,')),
  duplicate_answers: (good) => json(good.replace('"answers":', '"answers":{},"answers":')),
  nan: (good) => json(good.replace(/("gate_score":)[^,}]+/, "$1NaN")),
  infinite: (good) => json(good.replace(/("gate_score":)[^,}]+/, "$11e999")),
  array: (good) => json(`[${good}]`),
  answers_array: () => json('{"answers":[0.9,1]}'),
  answers_null: () => json('{"answers":null}'),
  empty: () => json(""),
  not_utf8: (good) =>
    json(Uint8Array.from(good.replace("{", '{"pad":"\u00ff",'), (char) => char.charCodeAt(0))),
  huge: (good) => json(good.replace("{", `{"pad":"${"x".repeat(1_100_000)}",`)),
  redirect: (good) =>
    new Response(good, {
      status: 307,
      headers: { location: "/v1/elsewhere", "content-type": "application/json" },
    }),
} satisfies Record<string, Respond>;

/** All of them. */
// `Object.keys` is typed wider than the constant it reads.
export const ALL_FAULTS = Object.keys(FAULTS) as readonly Fault[];

function dripping(text: string, closed: Promise<void>): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(bytes.subarray(at, ++at));
      if (at >= bytes.length) controller.close();
      else await passed(20, closed);
    },
  });
}

/** Until the time is up or the stand-in is closed. */
async function passed(ms: number, closed: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([new Promise((done) => timer = setTimeout(done, ms)), closed]);
  clearTimeout(timer);
}

/** A started stand-in. */
export class StandIn implements AsyncDisposable {
  /** Every request, in order. */
  readonly seen: Seen[] = [];
  /** May be changed between calls. */
  script: Script;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #closed = Promise.withResolvers<void>();

  constructor(script: Script = {}) {
    this.script = script;
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      (request) => this.#answer(request),
    );
  }

  get port(): number {
    return this.#server.addr.port;
  }

  /** Base URL. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async #answer(request: Request): Promise<Response> {
    const body: Record<string, unknown> = await request.json();
    const path = new URL(request.url).pathname;
    this.seen.push({ path, headers: request.headers, body });
    const { token, fault } = this.script;
    if (token !== undefined && request.headers.get("authorization") !== `Bearer ${token}`) {
      return json('{"detail":"unauthorized"}', 401);
    }
    const good = path.endsWith("/api/chat") ? this.#chat(body) : this.#systemone(body);
    const respond: Respond = fault === undefined ? (text) => json(text) : FAULTS[fault];
    return await respond(good, this.#closed.promise);
  }

  #systemone(body: Record<string, unknown>): string {
    // Written by our own client, whose requests other tests check.
    const questions = body["questions"] as readonly WireQuestion[];
    const say = this.script.say ?? MILD;
    return JSON.stringify({
      model: body["model"],
      answers: Object.fromEntries(questions.map((question) => [question.id, say(question, body)])),
      usage: { input_tokens: 7, output_tokens: 0 },
      ...this.script.more?.(body),
    });
  }

  #chat(body: Record<string, unknown>): string {
    // See above.
    const format = body["format"] as { properties: Record<string, { type: string; maximum: number }> };
    const say = this.script.say ?? MILD;
    const answers = Object.entries(format.properties).map(([id, { type, maximum }]) => {
      const kind = type === "integer" ? "choice" : maximum === 1 ? "noul" : "score";
      return [id, say({ id, type: kind }, body)];
    });
    return JSON.stringify({
      model: body["model"],
      message: { role: "assistant", content: JSON.stringify(Object.fromEntries(answers)) },
      done: true,
      done_reason: "stop",
      prompt_eval_count: 11,
      eval_count: 5,
      ...this.script.more?.(body),
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.resolve();
    await this.#server.shutdown();
  }
}

/** A port of this machine on which nothing listens: one that was free a moment ago. */
export function closedPort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
