/** Ollama's native wire: POST /api/chat, answered by JSON lines. */
import { isRecord } from "../../core/record.ts";
import type { FlowSettings, Message, ModelCall, Turn } from "../types.ts";
import { callIn, countIn, type RawAnswer } from "./raw.ts";
import type { Reader } from "./reader.ts";

/** How long a model stays loaded after a turn: longer than a check may take, so that the next turn needs no load. */
const KEEP_ALIVE = "15m";

/** Tokens that one answer may have at most. */
const MAX_ANSWER_TOKENS = 8_192;

/** What a turn's request depends on besides the turn. */
export interface OllamaOptions {
  readonly temperature: number;
  /** Tokens: the whole context that the model is loaded with. */
  readonly contextLength: number;
  /** What `think` says; undefined leaves it out, for models that know no thinking. */
  readonly think: false | string | undefined;
}

/**
 * A turn's request. The size of the context is always in it: by default Ollama takes a few thousand tokens, and drops
 * what is beyond without an error.
 *
 * @example
 * ```ts
 * import { ollamaBody } from "gatehouse/flow/model/ollama.ts";
 *
 * const messages = [{ role: "user", content: "hello" }] as const;
 * const options = { temperature: 0.2, contextLength: 16_384, think: undefined };
 * const body = ollamaBody({ model: "qwen3:8b", messages, tools: [] }, options);
 * if (body.options.num_ctx !== 16_384 || body.options.num_predict !== 8_192) throw new Error("another size");
 * ```
 */
export function ollamaBody(turn: Turn, { temperature, contextLength, think }: OllamaOptions) {
  return {
    model: turn.model,
    messages: turn.messages.map(messageOf),
    ...(turn.tools.length === 0 ? {} : { tools: turn.tools.map(offeredTool) }),
    ...(turn.format === undefined ? {} : { format: turn.format }),
    ...(think === undefined ? {} : { think }),
    stream: true,
    keep_alive: KEEP_ALIVE,
    options: {
      num_ctx: contextLength,
      num_predict: answerTokens(contextLength),
      temperature: turn.temperature ?? temperature,
    },
  };
}

/**
 * Tokens that an answer may have within a context.
 *
 * @example
 * ```ts
 * import { answerTokens } from "gatehouse/flow/model/ollama.ts";
 *
 * if (answerTokens(4_096) !== 2_048 || answerTokens(131_072) !== 8_192) throw new Error("another size");
 * ```
 */
export function answerTokens(contextLength: FlowSettings["endpoint"]["contextLength"]): number {
  return Math.min(MAX_ANSWER_TOKENS, Math.floor(contextLength / 2));
}

/**
 * A tool as both wires want it.
 *
 * @example
 * ```ts
 * import { offeredTool } from "gatehouse/flow/model/ollama.ts";
 *
 * const tool = { name: "file_list", description: "Lists", parameters: { type: "object" } };
 * if (offeredTool(tool).type !== "function") throw new Error("no function");
 * ```
 */
export function offeredTool({ name, description, parameters }: Turn["tools"][number]) {
  return { type: "function", function: { name, description, parameters } };
}

function messageOf(message: Message) {
  switch (message.role) {
    case "assistant":
      return {
        role: "assistant",
        content: message.content,
        ...(message.calls.length === 0 ? {} : {
          tool_calls: message.calls.map(({ id, name, args }) => ({
            id,
            function: { name, arguments: args },
          })),
        }),
      };
    case "tool":
      // The name is how Ollama pairs a result with its call; newer versions also know the id.
      return {
        role: "tool",
        content: message.content,
        tool_name: message.name,
        tool_call_id: message.id,
      };
    default:
      return message;
  }
}

/**
 * Reads the lines of an answer, or the one object of an answer that was not streamed, up to the one that ends it.
 *
 * @throws ToolError `MODEL_MALFORMED` when something stands where it must not, `MODEL_UNAVAILABLE` when there is no end.
 *
 * @example
 * ```ts
 * import { readOllama } from "gatehouse/flow/model/ollama.ts";
 * import { Reader } from "gatehouse/flow/model/reader.ts";
 *
 * async function* objects() {
 *   yield await Promise.resolve({ message: { role: "assistant", content: "yes" }, done: false });
 *   yield { message: { content: "" }, done: true, done_reason: "stop", prompt_eval_count: 7 };
 * }
 * const asked = { base: "http://127.0.0.1:1", api: "ollama", model: "m", path: "/api/chat", sent: "" } as const;
 * const { text, promptTokens } = await readOllama(objects(), new Reader(asked, { allowRemote: false }));
 * if (text !== "yes" || promptTokens !== 7) throw new Error("not read");
 * ```
 */
export async function readOllama(
  objects: AsyncIterable<Readonly<Record<string, unknown>>>,
  reader: Reader,
): Promise<RawAnswer> {
  let text = "";
  const calls: ModelCall[] = [];
  for await (const object of objects) {
    reader.check(object);
    const { message, done, done_reason: why } = object;
    if (message !== undefined) {
      if (!isRecord(message)) throw reader.malformed("its message is no object");
      text += reader.text(message["content"]);
      for (const call of reader.list(message["tool_calls"])) {
        const read = callIn(call);
        if (read === null) throw reader.malformed("a tool call is no object with a function");
        calls.push(read);
        reader.checkCount(calls.length);
      }
    }
    if (done !== true) continue;
    // Older versions give no reason. Any but the usual one means that the answer is not whole.
    const cut = why !== undefined && why !== null && why !== "" && why !== "stop";
    return { text, calls, cut, promptTokens: countIn(object["prompt_eval_count"]) };
  }
  throw reader.unfinished();
}
