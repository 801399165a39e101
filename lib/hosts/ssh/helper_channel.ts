/**
 * The channel of one supervisor on the machine: orders go in, replies come out, and whatever ends it is told.
 */
import { Buffer } from "node:buffer";
import { frame, MAX_REPLY_BYTES, type OrderFrame } from "../remote/protocol.ts";
import { SUPERVISOR } from "../remote/supervisor.ts";
import { Pieces } from "./pieces.ts";
import type { Channel } from "./ssh2.ts";

/** A reply as it came: how the order's process ended, and what it said. */
export interface RawReply {
  /** Exit status; negative for a signal. */
  readonly status: number;
  readonly text: string;
}

/** How a channel ended. */
export interface Ending {
  /** Exit status of what ran in it; null when none was told. */
  readonly code: number | null;
  /** The last bytes of stderr. */
  readonly stderr: string;
}

/** Bytes that a login may print before the first reply. */
const MAX_NOISE = 262_144;

/** Bytes of stderr that are kept. */
const MAX_STDERR = 4_096;

/** A header line: nonce, blank, status, blank, length. */
const MAX_HEADER = 64;

const LINE_FEED = 10;

interface Pending {
  readonly nonce: string;
  readonly resolve: (reply: RawReply) => void;
  readonly reject: (ending: Ending) => void;
}

/** The channel ended, or broke the protocol, before the reply came. */
export class ChannelEnded extends Error {
  readonly ending: Ending;

  constructor(ending: Ending) {
    super("The channel ended");
    this.ending = ending;
  }
}

/** One supervisor. It takes one order at a time. */
export class HelperChannel {
  readonly #channel: Channel;
  readonly #has = new Set<string>();
  readonly #onEnd: () => void;
  #pending: Pending | null = null;
  readonly #held = new Pieces();
  #header: { readonly status: number; readonly length: number } | null = null;
  #noise = 0;
  #stderr = Buffer.alloc(0);
  #code: number | null = null;
  #ended = false;
  #served = 0;

  /**
   * @param channel A channel in which the loader was started.
   * @param onEnd Called once, when the channel is gone.
   */
  constructor(channel: Channel, onEnd: () => void) {
    this.#channel = channel;
    this.#onEnd = onEnd;
    channel.on("data", (chunk: Buffer) => this.#take(chunk));
    channel.stderr.on("data", (chunk: Buffer) => {
      this.#stderr = Buffer.concat([this.#stderr, chunk]).subarray(-MAX_STDERR);
    });
    channel.on("exit", (code: number | null) => this.#code = code);
    channel.on("close", () => this.#end());
    // A write that the connection cannot take any more ends the channel, which is told anyway.
    channel.on("error", () => this.close());
    channel.write(frame(SUPERVISOR));
  }

  /** False once it is gone, or was given up. */
  get isOpen(): boolean {
    return !this.#ended;
  }

  /** Replies that it gave. */
  get served(): number {
    return this.#served;
  }

  /**
   * Gives it an order and waits for the reply.
   *
   * @param source The operation's source, with a key that stands for its text: it is sent once.
   * @throws ChannelEnded when the channel ended first.
   */
  carryOut(
    order: Omit<OrderFrame, "key" | "source" | "maxBytes">,
    source: { key: string; text: string },
  ): Promise<
    RawReply
  > {
    return new Promise((resolve, reject) => {
      const fail = (ending: Ending): void => reject(new ChannelEnded(ending));
      if (this.#ended) return fail({ code: this.#code, stderr: "" });
      this.#pending = { nonce: order.nonce, resolve, reject: fail };
      const known = this.#has.has(source.key);
      this.#has.add(source.key);
      const told: OrderFrame = {
        ...order,
        key: source.key,
        source: known ? null : source.text,
        maxBytes: MAX_REPLY_BYTES,
      };
      this.#channel.write(frame(JSON.stringify(told)));
    });
  }

  /** Ends it: the machine's side kills what it still runs. */
  close(): void {
    this.#channel.end();
    this.#channel.close();
    this.#end();
  }

  #take(chunk: Buffer): void {
    if (this.#ended) return;
    this.#held.push(chunk);
    if (this.#header === null) this.#readHeader();
    this.#finish();
  }

  #readHeader(): void {
    const all = this.#held.bytes;
    const at = this.#pending === null ? -1 : all.indexOf(`${this.#pending.nonce} `);
    const end = at < 0 ? -1 : all.indexOf(LINE_FEED, at);
    if (end < 0) {
      // What a login prints is thrown away, but for what may be the beginning of a header.
      const keep = at < 0 ? Math.min(all.length, MAX_HEADER) : all.length - at;
      this.#noise += all.length - keep;
      this.#held.drop(all.length - keep);
      if (this.#noise > MAX_NOISE || keep > MAX_HEADER) this.close();
      return;
    }
    const [, status, length] = all.toString("latin1", at, end).match(/ (-?\d{1,3}) (\d{1,9})$/) ?? [];
    if (status === undefined || Number(length) > MAX_REPLY_BYTES) return this.close();
    this.#header = { status: Number(status), length: Number(length) };
    this.#held.drop(end + 1);
  }

  #finish(): void {
    const header = this.#header;
    const pending = this.#pending;
    if (header === null || pending === null || this.#held.size < header.length) return;
    this.#header = null;
    this.#pending = null;
    this.#noise = 0;
    this.#served++;
    const text = this.#held.bytes.toString("utf8", 0, header.length);
    this.#held.drop(header.length);
    pending.resolve({ status: header.status, text });
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    const pending = this.#pending;
    this.#pending = null;
    pending?.reject({ code: this.#code, stderr: this.#stderr.toString("utf8") });
    this.#onEnd();
  }
}
