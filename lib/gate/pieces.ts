/** The stretches a word is made of while it is expanded, and how they become fields. */
import type { Call } from "./call.ts";
import { MAX_ALTERNATIVES } from "./limits.ts";
import { worse } from "./scope.ts";
import type { Span, Unknown, Word } from "./word.ts";

/** One stretch of a word. */
export type Piece =
  /** `split`: the result of an unquoted expansion. `glob`: pattern characters in it are live. */
  | { readonly kind: "text"; readonly text: string; readonly split: boolean; readonly glob: boolean }
  | { readonly kind: "unknown"; readonly unknown: Unknown; readonly quoted: boolean }
  /** The end of one element of `"$@"` or `"${a[@]}"`. */
  | { readonly kind: "break" };

/** Every reading of a word. */
export type Readings = Piece[][];

/**
 * A stretch of which nothing is known.
 *
 * ```ts
 * import { unknownPiece } from "gatehouse/gate/pieces.ts";
 *
 * if (unknownPiece("computed", true).kind !== "unknown") throw new Error("unknown");
 * ```
 */
export function unknownPiece(unknown: Unknown, quoted: boolean): Piece {
  return { kind: "unknown", unknown, quoted };
}

/**
 * A stretch that is taken as it stands.
 *
 * ```ts
 * import { literalPiece } from "gatehouse/gate/pieces.ts";
 *
 * const piece = literalPiece("a b");
 * if (piece.kind !== "text" || piece.split) throw new Error("never split");
 * ```
 */
export function literalPiece(text: string): Piece {
  return { kind: "text", text, split: false, glob: false };
}

/**
 * Every reading of the first (which is given away) followed by every reading of the second; too many become one
 * unknown reading.
 *
 * ```ts
 * import { literalPiece, product } from "gatehouse/gate/pieces.ts";
 *
 * const two = [[literalPiece("a")], [literalPiece("b")]];
 * if (product(two, [[literalPiece("c")], [literalPiece("d")]]).length !== 4) throw new Error("two by two");
 * ```
 */
export function product(first: Readings, second: Readings): Readings {
  if (first.length * second.length > MAX_ALTERNATIVES) {
    const quoted = [...first, ...second].every((reading) =>
      reading.every((piece) =>
        piece.kind === "text" ? !piece.split : piece.kind === "unknown" && piece.quoted
      )
    );
    return [[unknownPiece("computed", quoted)]];
  }
  const [only] = first;
  if (first.length === 1 && second.length === 1 && only !== undefined) {
    // Appends in place: a word of ten thousand stretches must not be copied ten thousand times.
    for (const piece of second[0] ?? []) only.push(piece);
    return first;
  }
  return first.flatMap((head) => second.map((tail) => [...head, ...tail]));
}

/** What the fields of one word have in common. */
export interface FieldContext {
  readonly text: string;
  readonly span: Span;
  readonly quoted: boolean;
  readonly from: readonly Call[];
  /** The characters that split; `null` when that is not known. */
  readonly separators: string | null;
}

/**
 * Splits one reading into the words the program receives.
 *
 * ```ts
 * import { fieldsOf } from "gatehouse/gate/pieces.ts";
 *
 * const context = { text: "$x", span: { start: 0, end: 2 }, quoted: false, from: [], separators: " " };
 * const words = fieldsOf([{ kind: "text", text: "rm -rf", split: true, glob: false }], context);
 * if (words.length !== 2) throw new Error("two words");
 * ```
 */
export function fieldsOf(reading: readonly Piece[], context: FieldContext): Word[] {
  const builder = new FieldBuilder(context);
  for (const piece of reading) builder.add(piece);
  return builder.finish();
}

class FieldBuilder {
  private readonly done: Word[] = [];
  private text = "";
  private prefix: string | null = null;
  private code = "";
  private glob = false;
  private unknown: Unknown | null = null;
  private splits = false;
  private started = false;

  constructor(private readonly context: FieldContext) {
    this.started = context.quoted;
  }

  add(piece: Piece): void {
    if (piece.kind === "break") this.flush(true);
    else if (piece.kind === "unknown") this.addUnknown(piece.unknown, piece.quoted);
    else if (piece.split) this.addSplit(piece.text);
    else this.append(piece.text, piece.glob);
  }

  finish(): Word[] {
    this.flush(false);
    return this.done;
  }

  private addUnknown(unknown: Unknown, quoted: boolean): void {
    this.prefix ??= this.text;
    this.unknown = worse(this.unknown, unknown);
    if (!quoted) this.splits = true;
    this.code += quoted ? "$_" : '"$_"';
    this.started = true;
  }

  private addSplit(text: string): void {
    const separators = this.context.separators;
    if (separators === null) {
      if (text !== "") this.addUnknown("computed", false);
      return;
    }
    let field = "";
    for (const char of text) {
      if (!separators.includes(char)) field += char;
      else {
        if (field !== "") this.append(field, /[*?[]/.test(field));
        field = "";
        this.flush(false);
      }
    }
    if (field !== "") this.append(field, /[*?[]/.test(field));
  }

  private append(text: string, glob: boolean): void {
    if (glob) {
      this.glob = true;
      this.prefix ??= this.text + text.slice(0, Math.max(0, text.search(/[*?[]|[@+!]\(/)));
    }
    this.text += text;
    this.code += text;
    this.started = true;
  }

  private flush(always: boolean): void {
    if (this.started || always) {
      const { text, span, quoted, from } = this.context;
      const value = this.unknown === null ? this.text : null;
      this.done.push({
        text,
        span,
        value,
        prefix: this.prefix ?? this.text,
        glob: this.glob,
        quoted,
        unknown: this.unknown,
        splits: this.splits,
        from,
        code: this.code,
      });
    }
    this.text = this.code = "";
    this.prefix = this.unknown = null;
    this.glob = this.splits = this.started = false;
  }
}
