/** Writes frames as lines: whole ones, in order, as many at once as are waiting. */

/** Characters that may wait for a slow reader before the sender is told to stop. */
const MAX_WAITING = 1_048_576;

/** How frames are written. */
export interface FrameWriterOptions {
  /** One line of JSON, without its line feed. Default: as JSON has it. */
  readonly text?: (frame: object) => string;
}

/**
 * Frames onto a byte stream.
 *
 * @example
 * ```ts
 * import { FrameWriter } from "gatehouse/dispatch/frame_writer.ts";
 *
 * const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
 * const text = new Response(readable).text();
 * const writer = new FrameWriter(writable, () => {});
 * writer.send({ id: 1 });
 * await writer.flushed();
 * await writable.close();
 * if (await text !== '{"id":1}\n') throw new Error("written wrong");
 * ```
 */
export class FrameWriter {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #onFailure: () => void;
  readonly #text: (frame: object) => string;
  #waiting: string[] = [];
  #size = 0;
  #failed = false;
  #writing: Promise<void> | null = null;

  /**
   * @param stream Where the lines go; its lock is given back by `flushed`.
   * @param onFailure Called once when the stream takes no more: nobody reads.
   */
  constructor(
    stream: WritableStream<Uint8Array>,
    onFailure: () => void,
    { text = JSON.stringify }: FrameWriterOptions = {},
  ) {
    this.#writer = stream.getWriter();
    this.#onFailure = onFailure;
    this.#text = text;
    // A stream that fails while nothing is written must not surface as an unhandled rejection.
    this.#writer.closed.catch(() => this.#fail());
  }

  /** True while more waits for the reader than should. */
  get behind(): boolean {
    return this.#size > MAX_WAITING;
  }

  /** Takes a frame; it leaves as soon as the ones before it did. */
  send(frame: object): void {
    if (this.#failed) return;
    const line = `${this.#text(frame)}\n`;
    this.#waiting.push(line);
    this.#size += line.length;
    this.#writing ??= this.#write();
  }

  /** Resolves when nothing waits any more, at once when the stream failed. */
  async drained(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  /** As `drained`, and gives the stream's lock back. */
  async flushed(): Promise<void> {
    await this.drained();
    // Giving the lock back rejects `closed`, which is no failure.
    this.#failed = true;
    this.#writer.releaseLock();
  }

  async #write(): Promise<void> {
    // One turn later, so that answers of the same turn leave in one write.
    await Promise.resolve();
    try {
      while (this.#waiting.length > 0) {
        const lines = this.#waiting.join("");
        this.#waiting = [];
        await this.#writer.write(new TextEncoder().encode(lines));
        this.#size -= lines.length;
      }
    } catch {
      this.#fail();
    } finally {
      this.#writing = null;
    }
  }

  #fail(): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#waiting = [];
    this.#size = 0;
    this.#onFailure();
  }
}
