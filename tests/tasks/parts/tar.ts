/** A tar archive (POSIX.1-1988, ustar) of a few files with short names. */

/** A file that goes in. */
export interface Packed {
  /** At most 100 bytes of ASCII. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mode: number;
}

const BLOCK = 512;

/** The archive: the files in the order given, all of them root's, all of the same time. */
export function tarOf(files: readonly Packed[], time: Date): Uint8Array {
  const blocks = files.flatMap((file) => [headerOf(file, time), padded(file.bytes)]);
  const end = new Uint8Array(2 * BLOCK);
  const whole = new Uint8Array([...blocks, end].reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    whole.set(block, at);
    at += block.length;
  }
  return whole;
}

function headerOf({ name, bytes, mode }: Packed, time: Date): Uint8Array {
  if (!/^[\x21-\x7e]{1,100}$/.test(name)) {
    throw new RangeError(`No name for an archive: ${JSON.stringify(name)}`);
  }
  const header = new Uint8Array(BLOCK);
  const put = (text: string, at: number) => header.set(new TextEncoder().encode(text), at);
  const octal = (value: number, width: number) => value.toString(8).padStart(width, "0");
  put(name, 0);
  put(octal(mode, 7), 100);
  put(octal(0, 7), 108);
  put(octal(0, 7), 116);
  put(octal(bytes.length, 11), 124);
  put(octal(time.getTime() / 1_000, 11), 136);
  // The sum is taken with blanks in its own place.
  put("        ", 148);
  put("0", 156);
  put("ustar\x0000", 257);
  put("root", 265);
  put("root", 297);
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(`${octal(sum, 6)}\0 `, 148);
  return header;
}

function padded(bytes: Uint8Array): Uint8Array {
  const block = new Uint8Array(Math.ceil(bytes.length / BLOCK) * BLOCK);
  block.set(bytes);
  return block;
}
