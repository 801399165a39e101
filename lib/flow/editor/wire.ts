/** The editor's messages as bytes: MessagePack-RPC as Neovim speaks it (`:help rpc`). */
import { decode, encode, ExtensionCodec } from "@msgpack/msgpack";
import { isRecord } from "../../core/record.ts";

/** A message of the editor. */
export type Incoming =
  | { readonly kind: "request"; readonly id: number }
  | { readonly kind: "reply"; readonly id: number; readonly error: unknown; readonly result: unknown }
  | { readonly kind: "notification" };

/** Buffer, window and tabpage handles: their numbers. */
const codec = new ExtensionCodec();
for (const type of [0, 1, 2]) {
  codec.register({ type, encode: () => null, decode: (data) => handle(data) });
}

/**
 * A request as bytes. Texts travel as parameters and are never part of what is carried out.
 *
 * @example
 * ```ts
 * import { encodeRequest } from "gatehouse/flow/editor/wire.ts";
 *
 * const bytes = encodeRequest(7, { method: "m", params: [{}] });
 * // [0, 7, "m", [{}]]: the empty object stays one.
 * if (bytes.join(" ") !== "148 0 7 161 109 145 128") throw new Error(bytes.join(" "));
 * ```
 */
export function encodeRequest(
  id: number,
  { method, params }: { method: string; params: readonly unknown[] },
): Uint8Array {
  return encode([0, id, method, params]);
}

/**
 * The answer to a request of the editor's: we offer it nothing.
 *
 * @example
 * ```ts
 * import { encodeRefusal } from "gatehouse/flow/editor/wire.ts";
 *
 * if (encodeRefusal(7)[2] !== 7) throw new Error("another id");
 * ```
 */
export function encodeRefusal(id: number): Uint8Array {
  return encode([1, id, [0, "This client offers no methods"], null]);
}

/**
 * Reads one whole message; null when it is none of MessagePack-RPC. Texts are still bytes, see `plain`.
 *
 * @throws Error for bytes that are no MessagePack, and for a key that a program could trip over (`__proto__`).
 *
 * @example
 * ```ts
 * import { decodeMessage, encodeRefusal } from "gatehouse/flow/editor/wire.ts";
 *
 * if (decodeMessage(encodeRefusal(7))?.kind !== "reply") throw new Error("no reply");
 * if (decodeMessage(new Uint8Array([1])) !== null) throw new Error("a number is no message");
 * ```
 */
export function decodeMessage(bytes: Uint8Array): Incoming | null {
  const message = decode(bytes, { extensionCodec: codec, rawStrings: true });
  if (!Array.isArray(message)) return null;
  const [kind, id, error, result] = message;
  if (kind === 2 && message.length === 3) return { kind: "notification" };
  if ((kind !== 0 && kind !== 1) || message.length !== 4 || !isId(id)) return null;
  return kind === 0 ? { kind: "request", id } : { kind: "reply", id, error, result };
}

/**
 * A decoded value as plain data: bytes as text, with a replacement character where they are none; numbers that JSON
 * lacks, and what is no data, as null.
 *
 * @example
 * ```ts
 * import { plain } from "gatehouse/flow/editor/wire.ts";
 *
 * const value = plain({ a: new Uint8Array([104, 105]), b: [Infinity, 1] });
 * if (JSON.stringify(value) !== '{"a":"hi","b":[null,1]}') throw new Error(JSON.stringify(value));
 * ```
 */
export function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return new TextDecoder("utf-8", { ignoreBOM: true }).decode(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return null;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

function isId(id: unknown): id is number {
  return typeof id === "number" && Number.isInteger(id) && id >= 0 && id <= 0xffff_ffff;
}

function handle(data: Uint8Array): unknown {
  const number = decode(data);
  return typeof number === "number" ? number : null;
}
