/** Bytes that come in pieces, kept in one place: what comes a byte at a time must not take a buffer for each. */
import { Buffer } from "node:buffer";

/** Bytes that a collection has room for at first. */
const FIRST = 4_096;

/**
 * A collection.
 *
 * @example
 * ```ts
 * import { Buffer } from "node:buffer";
 * import { Pieces } from "gatehouse/hosts/ssh/pieces.ts";
 *
 * const pieces = new Pieces();
 * for (const piece of ["ab", "c", "de"]) pieces.push(Buffer.from(piece));
 * pieces.drop(2);
 * if (pieces.size !== 3 || pieces.bytes.toString() !== "cde") throw new Error("not kept");
 * ```
 */
export class Pieces {
  #room: Buffer = Buffer.allocUnsafe(FIRST);
  #from = 0;
  #to = 0;

  /** How many bytes there are. */
  get size(): number {
    return this.#to - this.#from;
  }

  /** All that there are; valid until something is added. */
  get bytes(): Buffer {
    return this.#room.subarray(this.#from, this.#to);
  }

  /** Adds a copy of the piece. */
  push(piece: Uint8Array): void {
    if (this.#to + piece.length > this.#room.length) this.#makeRoom(piece.length);
    this.#room.set(piece, this.#to);
    this.#to += piece.length;
  }

  /** Forgets so many bytes from the front. */
  drop(count: number): void {
    this.#from = Math.min(this.#to, this.#from + count);
    if (this.#from < this.#to) return;
    this.#from = this.#to = 0;
    // A large answer does not keep its room.
    if (this.#room.length > FIRST * 16) this.#room = Buffer.allocUnsafe(FIRST);
  }

  #makeRoom(more: number): void {
    const held = this.bytes;
    const needed = held.length + more;
    const room = needed * 2 <= this.#room.length
      ? this.#room
      : Buffer.allocUnsafe(Math.max(FIRST, needed * 2));
    held.copy(room);
    this.#room = room;
    this.#from = 0;
    this.#to = held.length;
  }
}
