/** The OpenAI-compatible wire: POST /v1/chat/completions, answered by an event stream. */
import { isRecord } from "../../core/record.ts";
import type { Message, ModelCall, Turn } from "../types.ts";
import { answerTokens, offeredTool } from "./ollama.ts";
import { callIn, countIn, type RawAnswer } from "./raw.ts";
import type { Reader } from "./reader.ts";

/** What a turn's request depends on besides the turn. */
export interface OpenaiOptions {
  readonly temperature: number;
  /** Tokens. This wire cannot set it: it only bounds the answer. */
  readonly contextLength: number;
}

/**
 * A turn's request. No key goes with it.
 *
 * @example
 * ```ts
 * import { openaiBody } from "gatehouse/flow/model/openai.ts";
 *
 * const messages = [{ role: "user", content: "hello" }] as const;
 * const body = openaiBody({ model: "m", messages, tools: [] }, { temperature: 0.2, contextLength: 4_096 });
 * if (body.max_tokens !== 2_048) throw new Error("another size");
 * ```
 */
export function openaiBody(turn: Turn, { temperature, contextLength }: OpenaiOptions) {
  return {
    model: turn.model,
    messages: turn.messages.map(messageOf),
    ...(turn.tools.length === 0 ? {} : { tools: turn.tools.map(offeredTool) }),
    ...(turn.format === undefined ? {} : {
      response_format: {
        type: "json_schema",
        json_schema: { name: "answer", schema: turn.format, strict: true },
      },
    }),
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: answerTokens(contextLength),
    temperature: turn.temperature ?? temperature,
  };
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
            type: "function",
            function: { name, arguments: JSON.stringify(args) },
          })),
        }),
      };
    case "tool":
      return { role: "tool", content: message.content, tool_call_id: message.id, name: message.name };
    default:
      return message;
  }
}

/**
 * Reads the chunks of an answer, or the one object of an answer that was not streamed.
 *
 * @throws ToolError `MODEL_MALFORMED` when something stands where it must not, `MODEL_UNAVAILABLE` when there is no end.
 *
 * @example
 * ```ts
 * import { readOpenai } from "gatehouse/flow/model/openai.ts";
 * import { Reader } from "gatehouse/flow/model/reader.ts";
 *
 * async function* objects() {
 *   yield await Promise.resolve({ choices: [{ delta: { content: "ye" } }] });
 *   yield { choices: [{ delta: { content: "s" }, finish_reason: "stop" }], usage: { prompt_tokens: 7 } };
 * }
 * const asked = { base: "http://127.0.0.1:1", api: "openai", model: "m", path: "/v1/x", sent: "" } as const;
 * const { text, promptTokens } = await readOpenai(objects(), new Reader(asked, { allowRemote: false }));
 * if (text !== "yes" || promptTokens !== 7) throw new Error("not read");
 * ```
 */
export async function readOpenai(
  objects: AsyncIterable<Readonly<Record<string, unknown>>>,
  reader: Reader,
): Promise<RawAnswer> {
  let text = "";
  let finish: unknown = null;
  let promptTokens: number | null = null;
  const calls = new Gathered(reader);
  for await (const object of objects) {
    reader.check(object);
    const { choices, usage } = object;
    if (isRecord(usage)) promptTokens = countIn(usage["prompt_tokens"]) ?? promptTokens;
    if (choices !== undefined && choices !== null && !Array.isArray(choices)) {
      throw reader.malformed("its choices are no list");
    }
    const choice: unknown = choices?.[0];
    if (choice === undefined) continue;
    if (!isRecord(choice)) throw reader.malformed("its choice is no object");
    const part = choice["delta"] ?? choice["message"] ?? {};
    if (!isRecord(part)) throw reader.malformed("its message is no object");
    text += reader.text(part["content"]);
    for (const call of reader.list(part["tool_calls"])) calls.take(call);
    finish = choice["finish_reason"] ?? finish;
  }
  if (finish === null) throw reader.unfinished();
  const cut = !["stop", "tool_calls", "function_call"].includes(String(finish));
  return { text, calls: calls.all, cut, promptTokens };
}

interface Part {
  readonly index: unknown;
  id: unknown;
  name: string;
  args: unknown;
}

/** Calls whose parts come one after the other, each part with the index of its call. */
class Gathered {
  readonly #parts: Part[] = [];
  readonly #reader: Reader;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  take(delta: unknown): void {
    const call = callIn(delta);
    if (call === null || !isRecord(delta) || !isRecord(delta["function"])) {
      throw this.#reader.malformed("a tool call is no object with a function");
    }
    const { index } = delta;
    const { arguments: args } = delta["function"];
    const open = this.#open(index, call);
    if (open === null) {
      this.#reader.checkCount(this.#parts.length + 1);
      this.#parts.push({ index, id: call.id, name: call.name, args });
      return;
    }
    open.id ??= call.id;
    // Names come whole; some services repeat them in each part.
    if (open.name === "") open.name = call.name;
    if (typeof args === "string") open.args = typeof open.args === "string" ? open.args + args : args;
    else if (args !== undefined && args !== null) open.args = args;
  }

  get all(): readonly ModelCall[] {
    return this.#parts.flatMap(({ id, name, args }) =>
      callIn({ id, function: { name, arguments: args } }) ?? []
    );
  }

  /** The call that this is a part of. Some services number every call 0, or none: a new id begins a new one. */
  #open(index: unknown, { id, name }: ModelCall): Part | null {
    const open = index === undefined
      ? this.#parts.at(-1)
      : this.#parts.findLast((part) => part.index === index);
    if (open === undefined) return null;
    const isNew = id !== null && id !== "" && id !== open.id && name !== "";
    return isNew || index === undefined && name !== "" ? null : open;
  }
}
