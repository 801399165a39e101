/** What the scripted model can be told to say, and the ways in which it can fail. */
import type { SeenRequest } from "./scripted_model.ts";

/** One tool call; anything may stand in it, also what no model should say. */
export interface ScriptedCall {
  readonly name?: unknown;
  /** An object, as models give it; on the OpenAI-compatible wire it is written as text unless it is text. */
  readonly args?: unknown;
  readonly id?: unknown;
}

/** A model's answer. */
export interface Said {
  /** What stands as the content; default: the empty text. May be no text at all. */
  readonly content?: unknown;
  readonly calls?: readonly ScriptedCall[];
  /** Stands in place of the list of calls, whatever it is. */
  readonly rawCalls?: unknown;
  /** Comes first, in the field that the wire has for it. */
  readonly thinking?: string;
  /** How the content is cut into pieces of the stream; default: two halves. */
  readonly pieces?: readonly string[];
  /** Why the model stopped; default `stop` (`tool_calls` on the other wire, when there are some). Null: it does not say. */
  readonly done?: string | null;
  /** Default: about a quarter of the messages' JSON. Null: it does not say. */
  readonly promptTokens?: number | null;
  /** The headers are withheld until this is settled. */
  readonly before?: Promise<unknown>;
  /** The rest is withheld after the first piece until this is settled. */
  readonly pause?: Promise<unknown>;
  /** After the first piece comes an error line with this text, and nothing else. */
  readonly errorAfter?: string;
  /** After the first piece the connection is closed. */
  readonly cutAfter?: boolean;
  /** More fields of the last object. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** A status other than 200. */
export interface Refused {
  readonly status: number;
  /** The error's text, in the wire's own form. */
  readonly error: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly before?: Promise<unknown>;
}

/** A response that is none of the wire's own. */
export interface Raw {
  /** `close`: the connection ends without an answer. */
  readonly raw: "close" | "body";
  readonly status?: number;
  /** Default: that of the wire's stream. */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** How the body's length is told; default `chunked`. */
  readonly framing?: "chunked" | "length" | "close";
  readonly before?: Promise<unknown>;
}

export type Reply = Said | Refused | Raw;

/** A reply, or what gives one when its turn has come. */
export type ScriptEntry = Reply | ((request: SeenRequest) => Reply | Promise<Reply>);

/** Says a text. */
export function text(content: string, more: Omit<Said, "content"> = {}): Said {
  return { content, ...more };
}

/** Calls one tool. */
export function call(name: string, args: unknown, id?: unknown): Said {
  return { calls: [id === undefined ? { name, args } : { name, args, id }] };
}

/** Calls several tools at once. */
export function calls(list: readonly ScriptedCall[], more: Omit<Said, "calls"> = {}): Said {
  return { calls: list, ...more };
}

/** Says the reviewer's JSON. */
export function verdict(
  approved: unknown,
  more: { readonly issues?: unknown; readonly summary?: unknown } = {},
): Said {
  return { content: JSON.stringify({ approved, issues: [], summary: "reviewed", ...more }) };
}

/** A call that stands in the text, as some models write it. */
export function textCall(name: string, args: unknown, form: "bare" | "fence" | "tag" = "bare"): Said {
  const json = JSON.stringify({ name, arguments: args });
  if (form === "bare") return { content: json };
  return { content: form === "fence" ? `\`\`\`json\n${json}\n\`\`\`` : `<tool_call>\n${json}\n</tool_call>` };
}

/** Answers with a status. */
export function status(code: number, error: string, headers: Readonly<Record<string, string>> = {}): Refused {
  return { status: code, error, headers };
}

/** Sends elsewhere. */
export function redirect(location: string): Refused {
  return { status: 302, error: "moved", headers: { location } };
}

/** The usual faults of a service; `lines` are raw lines of a stream. */
export const fault = {
  /** The connection is closed without a word. */
  close: (): Raw => ({ raw: "close" }),
  /** Status 200 and something that is no JSON. */
  noJson: (): Raw => ({ raw: "body", body: "<html>hello</html>\n" }),
  /** A stream of more than 2 MiB. */
  oversize: (): Raw => ({ raw: "body", body: `{"message":{"content":"${"x".repeat(2_200_000)}"}}\n` }),
  lines: (...lines: readonly string[]): Raw => ({
    raw: "body",
    body: lines.map((line) => `${line}\n`).join(""),
  }),
};
