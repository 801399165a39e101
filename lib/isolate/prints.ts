/** What a child prints besides its frames: bounded, and handed on line by line. */

/** Lines that are handed on in one second; a child that prints more is not worth the reader's attention. */
const MAX_A_SECOND = 100;

/**
 * Takes a child's prints and hands on at most 100 lines a second.
 *
 * @example
 * ```ts
 * import { Prints } from "gatehouse/isolate/prints.ts";
 *
 * let told = 0;
 * const prints = new Prints(() => told++);
 * for (let line = 0; line < 1_000; line++) prints.take("again");
 * if (told > 200) throw new Error("not bounded");
 * ```
 */
export class Prints {
  readonly #tell: (line: string) => void;
  #second = 0;
  #told = 0;
  #dropped = 0;

  /** @param tell Takes a line of untrusted text. */
  constructor(tell: (line: string) => void) {
    this.#tell = tell;
  }

  /** One line; an empty one is nothing. */
  take(line: string): void {
    if (line === "") return;
    const second = Math.floor(performance.now() / 1_000);
    if (second !== this.#second) {
      if (this.#dropped > 0) this.#tell(`(${this.#dropped} lines more)`);
      this.#second = second;
      this.#told = 0;
      this.#dropped = 0;
    }
    if (this.#told < MAX_A_SECOND) this.#tell(line);
    else this.#dropped++;
    this.#told++;
  }
}
