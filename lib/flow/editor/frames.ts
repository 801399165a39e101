/**
 * Where a MessagePack message ends, found before anything of it is made: its headers are walked, so that what claims
 * to be large or deep is refused while it costs nothing.
 */
import { ToolError } from "../../core/errors.ts";

/** How much one message may have. */
export interface FrameLimits {
  /** Bytes. */
  readonly bytes: number;
  /** Lists and maps within each other. */
  readonly depth: number;
  /** Values and keys, the lists and maps themselves included. */
  readonly values: number;
}

/** Cuts a stream of bytes into messages. */
export class Frames {
  readonly #limits: FrameLimits;
  #buffer = new Uint8Array(4_096);
  #length = 0;
  /** Where the next header stands, and how many values each open list or map still lacks, the innermost last. */
  #at = 0;
  #missing: number[] = [];
  #values = 0;

  /** @param limits Of each message. */
  constructor(limits: FrameLimits) {
    this.#limits = limits;
  }

  /**
   * Takes what has come in, and gives the messages that are whole, as bytes of their own.
   *
   * @throws ToolError `EDITOR_MALFORMED` for what is no MessagePack or goes beyond the limits; nothing can be read
   * from the stream after that.
   */
  *add(chunk: Uint8Array): Generator<Uint8Array> {
    this.#append(chunk);
    while (this.#walk()) {
      yield this.#buffer.slice(0, this.#at);
      this.#buffer.copyWithin(0, this.#at, this.#length);
      this.#length -= this.#at;
      this.#at = this.#values = 0;
    }
    if (this.#length > this.#limits.bytes) throw tooLarge(`more than ${this.#limits.bytes} bytes`);
  }

  #append(chunk: Uint8Array): void {
    const length = this.#length + chunk.length;
    if (length > this.#buffer.length) {
      const grown = new Uint8Array(Math.max(length, this.#buffer.length * 2));
      grown.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = grown;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = length;
  }

  /** Walks on from where it stopped; true when the message at the buffer's start is whole. */
  #walk(): boolean {
    do {
      const header = headerAt(this.#buffer.subarray(0, this.#length), this.#at);
      if (header === null) return false;
      const end = this.#at + header.size;
      if (end > this.#limits.bytes) throw tooLarge(`more than ${this.#limits.bytes} bytes`);
      this.#values += 1;
      if (this.#values + header.inner > this.#limits.values) {
        throw tooLarge(`more than ${this.#limits.values} values`);
      }
      if (end > this.#length) {
        this.#values -= 1;
        return false;
      }
      this.#at = end;
      this.#count(header.inner);
    } while (this.#missing.length > 0);
    return true;
  }

  #count(inner: number): void {
    const last = this.#missing.length - 1;
    const outer = this.#missing[last];
    if (outer !== undefined) this.#missing[last] = outer - 1;
    if (inner > 0) {
      this.#missing.push(inner);
      if (this.#missing.length > this.#limits.depth) throw tooLarge(`more than ${this.#limits.depth} levels`);
    }
    while (this.#missing.at(-1) === 0) this.#missing.pop();
  }
}

interface Header {
  /** Bytes of the value itself, without what is in a list or map. */
  readonly size: number;
  /** Values in it. */
  readonly inner: number;
}

/** Bytes of the forms 0xc0 to 0xdf that have one size whatever they hold (MessagePack specification, "Formats"). */
const FIXED: ReadonlyMap<number, number> = new Map([
  ...[0xc0, 0xc2, 0xc3].map((form) => [form, 1] as const),
  ...[0xcc, 0xd0].map((form) => [form, 2] as const),
  ...[0xcd, 0xd1, 0xd4].map((form) => [form, 3] as const),
  [0xd5, 4],
  ...[0xca, 0xce, 0xd2].map((form) => [form, 5] as const),
  [0xd6, 6],
  ...[0xcb, 0xcf, 0xd3].map((form) => [form, 9] as const),
  [0xd7, 10],
  [0xd8, 18],
]);

/** How a form that says how long it is says it. */
interface Counted {
  /** Bytes of that number. */
  readonly width: number;
  /** Bytes besides it and what it counts. */
  readonly more: number;
  /** Values for each that it counts; zero when it counts bytes. */
  readonly inner: number;
}

/** Forms in a row, each with a number twice as wide as the one before. */
const RUNS: readonly (Counted & { readonly first: number; readonly last: number })[] = [
  { first: 0xc4, last: 0xc6, width: 1, more: 1, inner: 0 },
  { first: 0xc7, last: 0xc9, width: 1, more: 2, inner: 0 },
  { first: 0xd9, last: 0xdb, width: 1, more: 1, inner: 0 },
  { first: 0xdc, last: 0xdd, width: 2, more: 1, inner: 1 },
  { first: 0xde, last: 0xdf, width: 2, more: 1, inner: 2 },
];

function countedOf(form: number): Counted | undefined {
  const run = RUNS.find(({ first, last }) => form >= first && form <= last);
  return run === undefined ? undefined : { ...run, width: run.width << (form - run.first) };
}

/** The header that stands there; null while it is not whole. */
function headerAt(bytes: Uint8Array, at: number): Header | null {
  const form = bytes[at];
  if (form === undefined) return null;
  if (form < 0x80 || form >= 0xe0) return { size: 1, inner: 0 };
  if (form < 0x90) return { size: 1, inner: (form & 0x0f) * 2 };
  if (form < 0xa0) return { size: 1, inner: form & 0x0f };
  if (form < 0xc0) return { size: 1 + (form & 0x1f), inner: 0 };
  const fixed = FIXED.get(form);
  if (fixed !== undefined) return { size: fixed, inner: 0 };
  const counted = countedOf(form);
  if (counted === undefined) throw malformed("it holds a byte that begins no value");
  const { width, more, inner } = counted;
  if (at + 1 + width > bytes.length) return null;
  let count = 0;
  for (const byte of bytes.subarray(at + 1, at + 1 + width)) count = count * 256 + byte;
  return { size: width + more + (inner === 0 ? count : 0), inner: count * inner };
}

function tooLarge(what: string): ToolError {
  return malformed(`it has ${what}`);
}

function malformed(reason: string): ToolError {
  return new ToolError("EDITOR_MALFORMED", `Could not read the editor's message: ${reason}`);
}
