/** How the scripted model's replies look on the two wires. */
import type { Exchange } from "./scripted_http.ts";
import type { SeenRequest } from "./scripted_model.ts";
import type { Raw, Reply, Said, ScriptedCall } from "./scripted_replies.ts";

export type Wire = "ollama" | "openai";

const STREAM_TYPE = { ollama: "application/x-ndjson", openai: "text/event-stream" } as const;

interface Told<R extends Reply = Reply> {
  readonly reply: R;
  readonly wire: Wire;
  readonly exchange: Exchange;
}

/** Sends the reply. @throws When the other side is gone. */
export async function answerTo(request: SeenRequest, { reply, wire, exchange }: Told): Promise<void> {
  await exchange.or(reply.before);
  if ("raw" in reply) return await sendRaw({ reply, wire, exchange });
  if ("status" in reply) {
    const { status, error, headers = {} } = reply;
    const body = wire === "ollama" ? { error } : { error: { message: error, type: "api_error" } };
    return await exchange.json(status, body, headers);
  }
  const streamed = request.body["stream"] ?? wire === "ollama";
  if (streamed === true) await sendStream(request, { reply, wire, exchange });
  else {await exchange.json(
      200,
      wire === "ollama" ? ollamaWhole(request, reply) : openaiWhole(request, reply),
    );}
}

async function sendRaw({ reply, wire, exchange }: Told<Raw>): Promise<void> {
  if (reply.raw === "close") return exchange.cut();
  const { status = 200, contentType = STREAM_TYPE[wire], body = "", framing = "chunked" } = reply;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  await exchange.head(status, { "content-type": contentType, ...reply.headers }, {
    framing,
    length: bytes.length,
  });
  await exchange.body(bytes);
  await exchange.end();
}

async function sendStream(request: SeenRequest, { reply, wire, exchange }: Told<Said>): Promise<void> {
  const { pause, errorAfter, cutAfter } = reply;
  const objects = wire === "ollama" ? ollamaStream(request, reply) : openaiStream(request, reply);
  const encode = (value: unknown) => {
    const json = JSON.stringify(value);
    return new TextEncoder().encode(wire === "ollama" ? `${json}\n` : `data: ${json}\n\n`);
  };
  await exchange.head(200, { "content-type": STREAM_TYPE[wire] }, { framing: "chunked" });
  for (const [index, object] of objects.entries()) {
    await exchange.body(encode(object));
    if (index > 0) continue;
    await exchange.or(pause);
    if (cutAfter === true) return exchange.cut();
    if (errorAfter !== undefined) {
      await exchange.body(encode({ error: wire === "ollama" ? errorAfter : { message: errorAfter } }));
      return await exchange.end();
    }
  }
  if (wire === "openai") await exchange.body(new TextEncoder().encode("data: [DONE]\n\n"));
  await exchange.end();
}

function ollamaWhole(request: SeenRequest, reply: Said) {
  const { content = "", thinking } = reply;
  return {
    ...headOf(request),
    message: {
      role: "assistant",
      content,
      ...(thinking === undefined ? {} : { thinking }),
      ...listed(ollamaCalls(reply)),
    },
    ...ollamaEnd(request, reply),
  };
}

function ollamaStream(request: SeenRequest, reply: Said): unknown[] {
  const line = (message: object) => ({
    ...headOf(request),
    message: { role: "assistant", content: "", ...message },
    done: false,
  });
  const called = ollamaCalls(reply);
  return [
    ...(reply.thinking === undefined ? [] : halves(reply.thinking).map((thinking) => line({ thinking }))),
    ...piecesOf(reply).map((content) => line({ content })),
    ...(called === undefined ? [] : [line({ tool_calls: called })]),
    { ...headOf(request), message: { role: "assistant", content: "" }, ...ollamaEnd(request, reply) },
  ];
}

function headOf({ body }: SeenRequest) {
  return { model: body.model, created_at: "2026-01-01T00:00:00.000000000Z" };
}

function ollamaEnd(request: SeenRequest, reply: Said) {
  const { done = "stop", more = {} } = reply;
  const tokens = tokensOf(request, reply);
  return {
    done: true,
    ...(done === null ? {} : { done_reason: done }),
    total_duration: 1_000_000,
    ...(tokens === null ? {} : { prompt_eval_count: tokens }),
    eval_count: 5,
    ...more,
  };
}

function ollamaCalls({ calls = [], rawCalls }: Said): unknown {
  if (rawCalls !== undefined) return rawCalls;
  if (calls.length === 0) return undefined;
  return calls.map(({ name, args, id }, index) => ({
    ...(id === undefined ? {} : { id }),
    function: { index, name, arguments: args },
  }));
}

function openaiWhole(request: SeenRequest, reply: Said) {
  const { content = "", thinking, more = {} } = reply;
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    model: request.body.model,
    choices: [{
      index: 0,
      message: {
        role: "assistant",
        content,
        ...(thinking === undefined ? {} : { reasoning: thinking }),
        ...listed(openaiCalls(reply)),
      },
      finish_reason: finishOf(reply),
    }],
    usage: usageOf(request, reply),
    ...more,
  };
}

function openaiStream(request: SeenRequest, reply: Said): unknown[] {
  const chunk = (delta: object, finish: string | null = null) => ({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    model: request.body.model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const called = openaiCalls(reply);
  return [
    ...(reply.thinking === undefined ? [] : halves(reply.thinking).map((reasoning) => chunk({ reasoning }))),
    ...piecesOf(reply).map((content) => chunk({ role: "assistant", content })),
    ...(Array.isArray(called)
      ? called.flatMap((item, index) => callDeltas(item, index)).map((delta) =>
        chunk({ tool_calls: [delta] })
      )
      : called === undefined
      ? []
      : [chunk({ tool_calls: called })]),
    chunk({}, finishOf(reply)),
    { ...chunk({}), choices: [], usage: usageOf(request, reply), ...reply.more },
  ];
}

/** A call's arguments come in two parts, as real services send them. */
function callDeltas(item: unknown, index: number): unknown[] {
  if (typeof item !== "object" || item === null) return [item];
  const { id, function: { name, arguments: args } = {} } = item as {
    id?: unknown;
    function?: { name?: unknown; arguments?: unknown };
  };
  if (typeof args !== "string") return [{ index, id, type: "function", function: { name, arguments: args } }];
  const [first = "", second = ""] = halves(args);
  return [
    { index, id, type: "function", function: { name, arguments: first } },
    { index, function: { arguments: second } },
  ];
}

function openaiCalls({ calls = [], rawCalls }: Said): unknown {
  if (rawCalls !== undefined) return rawCalls;
  if (calls.length === 0) return undefined;
  return calls.map(({ name, args, id }: ScriptedCall) => ({
    id,
    type: "function",
    function: { name, arguments: typeof args === "object" && args !== null ? JSON.stringify(args) : args },
  }));
}

function finishOf({ done, calls = [] }: Said): string | null {
  return done === undefined ? (calls.length > 0 ? "tool_calls" : "stop") : done;
}

function usageOf(request: SeenRequest, reply: Said) {
  const tokens = tokensOf(request, reply);
  return tokens === null ? null : { prompt_tokens: tokens, completion_tokens: 5, total_tokens: tokens + 5 };
}

function tokensOf(request: SeenRequest, { promptTokens }: Said): number | null {
  if (promptTokens !== undefined) return promptTokens;
  return Math.ceil(JSON.stringify(request.body.messages ?? []).length / 4);
}

function listed(called: unknown): object {
  return called === undefined ? {} : { tool_calls: called };
}

function piecesOf({ content = "", pieces }: Said): readonly unknown[] {
  if (pieces !== undefined) return pieces;
  if (typeof content !== "string") return [content];
  return content === "" ? [] : halves(content);
}

function halves(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2);
  return text.length < 2 ? [text] : [text.slice(0, middle), text.slice(middle)];
}
