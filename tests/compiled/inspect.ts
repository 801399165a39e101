/**
 * Reads an executable that `deno compile` (before 2.9) made, without running it.
 *
 * The runtime's ELF comes first, then the data, then a footer of 16 bytes: the number 0x501e, a name hash, and the
 * size of data and footer. The data is a magic word; then the metadata as JSON, the npm snapshot, three empty tables of
 * remote modules, the file tree as JSON and the files' bytes, each block behind its length; then the magic word again.
 * All numbers are little endian.
 */
import { sha256 } from "../tasks/parts/npm_tarball.ts";

/** Which permissions are granted: `null` not at all, `[]` without limit, otherwise the list. */
export type Permissions = Readonly<Record<string, readonly string[] | boolean | null>>;

/** What the executable says of itself. */
export interface Metadata {
  readonly argv: readonly string[];
  readonly permissions: Permissions;
  readonly v8_flags: readonly string[];
  readonly env_vars_from_env_file: Readonly<Record<string, string>>;
  readonly unsafely_ignore_certificate_errors: readonly string[] | null;
  readonly ca_data: unknown;
  readonly code_cache_key: unknown;
  readonly entrypoint_key: string;
  readonly workspace_resolver: { readonly import_map: { readonly json: string } };
}

/** A file inside. */
export interface Embedded {
  readonly path: string;
  readonly text: string;
}

/** An executable, taken apart. */
export interface Inspected {
  /** SHA-256 of the bare runtime that it stands on. */
  readonly base: string;
  readonly metadata: Metadata;
  readonly files: readonly Embedded[];
}

const MAGIC = "d3n0l4nd";
const FOOTER_BYTES = 16;

/** Takes the executable apart. @throws Error when a part is not as described above. */
export async function inspect(bytes: Uint8Array<ArrayBuffer>): Promise<Inspected> {
  const footer = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - FOOTER_BYTES);
  if (footer.getUint32(0, true) !== 0x501e) throw new Error("Not an executable of this layout: no footer");
  const start = bytes.length - Number(footer.getBigUint64(8, true));
  if (start !== elfEnd(bytes)) {
    throw new Error(`The data begins at ${start}, the runtime ends at ${elfEnd(bytes)}`);
  }
  const reader = new Reader(bytes.subarray(start, bytes.length - FOOTER_BYTES));
  reader.expect(MAGIC);
  const metadata = JSON.parse(text(reader.block())) as Metadata;
  reader.block();
  for (let table = 0; table < 3; table++) {
    if (reader.uint32() !== 0) throw new Error("The executable embeds modules from the network");
  }
  const tree = JSON.parse(text(reader.block())) as Entry[];
  const content = reader.block();
  reader.expect(MAGIC);
  if (!reader.done) throw new Error("There is data behind the end");
  return { base: await sha256(bytes.subarray(0, start)), metadata, files: [...filesIn(tree, content, "")] };
}

type Entry =
  | { readonly Dir: { readonly n: string; readonly e: readonly Entry[] } }
  | { readonly File: { readonly n: string; readonly o: readonly [number, number] } };

function* filesIn(entries: readonly Entry[], content: Uint8Array, above: string): Generator<Embedded> {
  for (const entry of entries) {
    if ("Dir" in entry) yield* filesIn(entry.Dir.e, content, `${above}${entry.Dir.n}/`);
    else if ("File" in entry) {
      const [offset, length] = entry.File.o;
      if (offset + length > content.length) {
        throw new Error(`${above}${entry.File.n} reaches beyond the data`);
      }
      yield { path: above + entry.File.n, text: text(content.subarray(offset, offset + length)) };
    } else throw new Error(`Neither a file nor a directory below ${above}: ${JSON.stringify(entry)}`);
  }
}

/** Where the section headers end, which is where a bare executable ends. */
function elfEnd(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  if (view.getUint32(0) !== 0x7f454c46) throw new Error("Not an ELF file");
  return Number(view.getBigUint64(0x28, true)) + view.getUint16(0x3a, true) * view.getUint16(0x3c, true);
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

class Reader {
  private readonly view: DataView;
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get done(): boolean {
    return this.at === this.bytes.length;
  }

  uint32(): number {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }

  block(): Uint8Array {
    const length = Number(this.view.getBigUint64(this.at, true));
    return this.take(8 + length).subarray(8);
  }

  expect(word: string): void {
    const found = text(this.take(word.length));
    if (found !== word) throw new Error(`Expected ${word} and found ${JSON.stringify(found)}`);
  }

  private take(length: number): Uint8Array {
    if (this.at + length > this.bytes.length) throw new Error("The data ends too early");
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}
