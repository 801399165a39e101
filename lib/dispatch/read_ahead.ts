/**
 * Reads a stream ahead of whoever works on it. A client that has closed its side is noticed only by reading on: what
 * it wrote before still lies in the pipe while the work waits for something else.
 */

/** Bytes that are read ahead: as many as a pipe can hold for a process without rights of its own (pipe(7)). */
const MAX_AHEAD = 1_048_576;

/**
 * The chunks of a stream, at most 1 MiB of them read before they are asked for.
 *
 * @example
 * ```ts
 * import { ReadAhead } from "gatehouse/dispatch/read_ahead.ts";
 *
 * const ahead = new ReadAhead(new Blob(["a"]).stream().getReader());
 * await ahead.orEnd(new Promise<void>(() => {}));
 * if (!ahead.ended || (await ahead.next())?.byteLength !== 1) throw new Error("lost what came before the end");
 * if (await ahead.next() !== undefined) throw new Error("no end");
 * ```
 */
export class ReadAhead {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #ended = false;
  /** Called when a chunk or the end has come. */
  #onChunk = (): void => {};
  /** Called when a chunk was taken. */
  #onTaken = (): void => {};
  #onEnd = (): void => {};

  /** Begins to read at once, and reads until the stream ends, fails or is cancelled. */
  constructor(reader: ReadableStreamDefaultReader<Uint8Array>) {
    this.#reader = reader;
    this.#read();
  }

  /** True when everything there will be was read. */
  get ended(): boolean {
    return this.#ended;
  }

  /** The next chunk; undefined at the end. One caller at a time. */
  async next(): Promise<Uint8Array | undefined> {
    while (true) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) {
        this.#bytes -= chunk.byteLength;
        this.#onTaken();
        return chunk;
      }
      if (this.#ended) return undefined;
      await new Promise<void>((resolve) => this.#onChunk = resolve);
    }
  }

  /** Resolves when the work does, or when the stream has ended. One caller at a time. */
  async orEnd(work: Promise<void>): Promise<void> {
    if (this.#ended) return;
    await Promise.race([work, new Promise<void>((resolve) => this.#onEnd = resolve)]);
  }

  /** Ends the stream here: what was read ahead is dropped, and who waits goes on. */
  cancel(): void {
    this.#chunks = [];
    this.#end();
    this.#reader.cancel().catch(() => {});
  }

  async #read(): Promise<void> {
    while (!this.#ended) {
      // A stream that fails has ended, as far as a client can tell.
      const { value } = await this.#reader.read().catch(() => ({ value: undefined }));
      if (value === undefined || this.#ended) break;
      this.#chunks.push(value);
      this.#bytes += value.byteLength;
      this.#onChunk();
      while (this.#bytes >= MAX_AHEAD && !this.#ended) {
        await new Promise<void>((resolve) => this.#onTaken = resolve);
      }
    }
    this.#end();
  }

  #end(): void {
    this.#ended = true;
    this.#onChunk();
    this.#onTaken();
    this.#onEnd();
  }
}
