/**
 * How orders reach a machine, and replies come back, without a shell seeing any of it.
 *
 * One constant command starts python3 with a loader. It reads the supervisor's source and runs it; from then on the
 * channel carries frames: a length of four bytes, big-endian, and that many bytes of JSON. Each order is carried out
 * in a process forked for it, in a session of its own. So the supervisor stays as it was at the start, whatever an
 * order does, and can serve another: a warm read costs one round trip and a fork.
 *
 * The machine's side of the deal: when the channel's input ends, as it does when the connection breaks, or when the
 * order's time is up, everything that was started for the order is killed.
 */
import { isRecord } from "../../core/record.ts";
import type { HelperReply, Order } from "../types.ts";

/** What carries out an order. Made by us, never of a caller's text: values travel as JSON beside it. */
export interface HelperSource {
  /**
   * Python of 3.6 or later, run with `-I -S`, that defines `reply(order)`. `order` is a dict: `operation`, `input`,
   * `budget` (seconds), `deadline` (of `time.monotonic()`), `sudo` (None, or a dict with `password`, which may be
   * None). It returns a dict in the form of `HelperReply`. stdin, stdout and stderr lead nowhere. What it raises is
   * `INTERNAL_ERROR`; it need not watch its time. The same text for the same operation: it is compiled once per
   * connection.
   */
  readonly python: string;
  /**
   * POSIX sh commands that print the `HelperReply` as one JSON document to stdout, for a machine without python3; stdin
   * is empty. Null where the operation needs python3. This one holds the order's values, so whoever writes it encodes
   * them.
   */
  readonly shell: string | null;
}

/** Gives the source for an order. */
export type SourceOf = (order: Order) => HelperSource;

/** What the supervisor is told of an order. */
export interface OrderFrame {
  /** 32 hexadecimal digits, new for each order: the reply begins with it. */
  readonly nonce: string;
  /** Names the source among those that the supervisor has. */
  readonly key: string;
  /** Null when the supervisor has it already. */
  readonly source: string | null;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly budgetMs: number;
  /** Bytes that the reply may have. */
  readonly maxBytes: number;
  readonly sudo: { readonly password: string | null } | null;
}

/**
 * The constant command that starts the loader. One line without quotes, backslashes, exclamation marks or variables
 * inside its quotes, so that every login shell reads it the same; `exec` leaves no shell behind.
 */
export const PYTHON_COMMAND: string = "exec python3 -I -S -c '" +
  "import os;" +
  'f=lambda n:b"" if n<1 else (lambda d:d+f(n-len(d)) if d else os._exit(9))(os.read(0,n));' +
  'exec(f(int.from_bytes(f(4),"big")).decode())' +
  "'";

/** The constant command for a machine without python3. */
export const SHELL_COMMAND: string = "exec sh -s";

/** Exit status of a shell that found no such program (POSIX sh, 2.8.2). */
export const NO_SUCH_PROGRAM = 127;

/** Bytes of JSON that a reply may have. */
export const MAX_REPLY_BYTES = 1_000_000;

/**
 * A length of four bytes and the text in UTF-8.
 *
 * @example
 * ```ts
 * import { frame } from "gatehouse/hosts/remote/protocol.ts";
 *
 * if ([...frame("é")].join() !== "0,0,0,2,195,169") throw new Error("another frame");
 * ```
 */
export function frame(text: string): Uint8Array<ArrayBuffer> {
  const body = new TextEncoder().encode(text);
  const bytes = new Uint8Array(4 + body.length);
  new DataView(bytes.buffer).setUint32(0, body.length);
  bytes.set(body, 4);
  return bytes;
}

/**
 * The reply in a document, or null when it has none of the two forms.
 *
 * @example
 * ```ts
 * import { replyOf } from "gatehouse/hosts/remote/protocol.ts";
 *
 * if (replyOf('{"ok":true,"data":{"a":1}}')?.ok !== true) throw new Error("not read");
 * if (replyOf('{"ok":true}') !== null || replyOf("[]") !== null || replyOf("{") !== null) throw new Error("read");
 * ```
 */
export function replyOf(text: string): HelperReply | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  if (value["ok"] === true && isRecord(value["data"])) return { ok: true, data: value["data"] };
  const { error } = value;
  if (value["ok"] !== false || !isRecord(error)) return null;
  const { code, message, detail = null, exitCode = null } = error;
  if (typeof code !== "string" || !/^[A-Z_]{1,64}$/.test(code) || typeof message !== "string") return null;
  if (detail !== null && typeof detail !== "string") return null;
  if (exitCode !== null && typeof exitCode !== "number") return null;
  return { ok: false, error: { code, message, detail, exitCode } };
}
