/** Cuts a byte stream into lines, holding no more than one frame. */

/** Bytes that one frame may have: 1 MiB, without its line feed. */
export const MAX_FRAME_BYTES = 1_048_576;

/** A line feed. */
const LF = 0x0a;

/**
 * Cuts chunks into lines. After a line above 1 MiB nothing more comes out: where the next frame begins is not known.
 *
 * @example
 * ```ts
 * import { LineCutter } from "gatehouse/dispatch/lines.ts";
 *
 * const cutter = new LineCutter();
 * const lines = [...cutter.push(new TextEncoder().encode("a\nb"))];
 * if (lines.length !== 1 || cutter.rest().byteLength !== 1) throw new Error("cut wrong");
 * ```
 */
export class LineCutter {
  #parts: Uint8Array[] = [];
  #held = 0;
  #oversize = false;

  /** True once a line above 1 MiB came. */
  get oversize(): boolean {
    return this.#oversize;
  }

  /** The lines that the chunk completes, without their line feeds. */
  *push(chunk: Uint8Array): Generator<Uint8Array> {
    let from = 0;
    while (!this.#oversize) {
      const end = chunk.indexOf(LF, from);
      const part = chunk.subarray(from, end < 0 ? chunk.byteLength : end);
      if (this.#held + part.byteLength > MAX_FRAME_BYTES) {
        this.#oversize = true;
        this.#take();
        return;
      }
      if (end < 0) {
        if (part.byteLength > 0) this.#hold(part);
        return;
      }
      from = end + 1;
      yield this.#held === 0 ? part : this.#take(part);
    }
  }

  /** What came after the last line feed, given out once: the last line of a stream that ends without one. */
  rest(): Uint8Array {
    return this.#take();
  }

  #hold(part: Uint8Array): void {
    // A copy, because the reader may use the chunk's memory again.
    this.#parts.push(part.slice());
    this.#held += part.byteLength;
  }

  #take(last: Uint8Array = new Uint8Array()): Uint8Array {
    const line = new Uint8Array(this.#held + last.byteLength);
    let at = 0;
    for (const part of [...this.#parts, last]) {
      line.set(part, at);
      at += part.byteLength;
    }
    this.#parts = [];
    this.#held = 0;
    return line;
  }
}
