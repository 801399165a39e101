/** The worker's one method: puts questions to the service and gives back what it answered, checked. */
import { endpointOf } from "../../core/endpoint.ts";
import { post } from "./exchange.ts";
import { unavailable } from "./failure.ts";
import { ollamaBody, ollamaUrl, readOllama } from "./ollama.ts";
import type { Asked, Reply, Setup } from "./question.ts";
import { readSystemone, systemoneBody, systemoneUrl } from "./systemone.ts";

const ENGINES = {
  systemone: { url: systemoneUrl, body: systemoneBody, read: readSystemone },
  ollama: { url: ollamaUrl, body: ollamaBody, read: readOllama },
} as const;

/**
 * Asks.
 *
 * @throws ToolError `MODEL_UNAVAILABLE` or `MODEL_MALFORMED`.
 *
 * @example
 * ```ts
 * import { ask } from "gatehouse/gate/model/ask.ts";
 *
 * await using server = Deno.serve(
 *   { hostname: "127.0.0.1", port: 0, onListen() {} },
 *   () => Response.json({ model: "m", answers: { n: 0.9 } }),
 * );
 * const reply = await ask({
 *   server: `http://127.0.0.1:${server.addr.port}`,
 *   state: "ls",
 *   questions: [{ kind: "noul", id: "n", text: "Is it safe to run?", threshold: 0.65 }],
 *   timeoutMs: 5_000,
 * }, { engine: "systemone", model: "m", token: null }, { signal: new AbortController().signal });
 * if (reply.answers["n"]?.value !== 0.9) throw new Error("no answer");
 * ```
 */
export async function ask(
  asked: Asked,
  setup: Setup,
  { signal }: { readonly signal: AbortSignal },
): Promise<Reply> {
  const endpoint = endpointOf(asked.server);
  if (endpoint === null) throw unavailable("its address is no URL", asked.server);
  const engine = ENGINES[setup.engine];
  const text = await post(endpoint, {
    url: engine.url(endpoint.base),
    body: engine.body(asked, setup.model),
    token: setup.token?.base === endpoint.base ? setup.token.text : null,
    timeoutMs: asked.timeoutMs,
    signal,
  });
  return engine.read(text, { questions: asked.questions, endpoint });
}
