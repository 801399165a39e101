/** The end of a stream, however much comes before it. */

/** The last bytes of a stream as text. */
export interface Tail {
  readonly text: string;
  /** Something came before it. */
  readonly truncated: boolean;
}

/**
 * Reads a stream and keeps its end.
 *
 * @example
 * ```ts
 * import { TailReader } from "gatehouse/isolate/tail.ts";
 *
 * const reader = new TailReader(new Blob(["before", "kept"]).stream(), 4);
 * await reader.done;
 * const { text, truncated } = await reader.end();
 * if (text !== "kept" || !truncated) throw new Error(text);
 * ```
 */
export class TailReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #max: number;
  #parts: Uint8Array[] = [];
  #held = 0;
  #truncated = false;
  /** Settles when the stream has ended, or is not read on. */
  readonly done: Promise<void>;

  /**
   * @param stream Read at once.
   * @param max Bytes that are kept.
   */
  constructor(stream: ReadableStream<Uint8Array>, max: number) {
    this.#max = max;
    this.#reader = stream.getReader();
    this.done = this.#read();
  }

  /** Stops reading. */
  async end(): Promise<Tail> {
    // A stream that somebody else holds open is let go of; whoever writes to it then meets a closed pipe.
    await this.#reader.cancel().catch(() => {});
    const bytes = this.#last();
    // The cut may have gone through a character, of which nothing is to be shown.
    let from = 0;
    while (this.#truncated && from < 3 && isContinuation(bytes[from])) from++;
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(from));
    return { text, truncated: this.#truncated };
  }

  async #read(): Promise<void> {
    try {
      for (;;) {
        const { value, done } = await this.#reader.read();
        if (done) return;
        this.#keep(value);
      }
    } catch {
      // What was read until then is what there is.
    }
  }

  #keep(chunk: Uint8Array): void {
    this.#parts.push(chunk);
    this.#held += chunk.length;
    // Many small chunks are put together now and then, so that neither bytes nor parts pile up.
    if (this.#held > 4 * this.#max || this.#parts.length > 1_024) this.#parts = [this.#last()];
  }

  #last(): Uint8Array {
    const whole = new Uint8Array(this.#held);
    let at = 0;
    for (const part of this.#parts) {
      whole.set(part, at);
      at += part.length;
    }
    if (whole.length <= this.#max) return whole;
    this.#truncated = true;
    this.#held = this.#max;
    return whole.slice(-this.#max);
  }
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
