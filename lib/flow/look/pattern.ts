/**
 * Regular expressions whose time grows with the length of the text and of the pattern only.
 *
 * A pattern comes from a model, and a worker that is stuck in one cannot be interrupted. So patterns are not handed to the
 * engine's own backtracking matcher: they become a machine that is in many states at once (R. Cox, "Regular Expression
 * Matching Can Be Simple And Fast", 2007). What such a machine cannot do, back references and looking around, is
 * refused.
 */
import { isWord, type Item, Reader, type Tree } from "./pattern_read.ts";

/** One state: what it takes, demands or leads to. */
type State =
  | { readonly kind: "item"; readonly item: Item }
  | { readonly kind: "at"; readonly where: "start" | "end" | "word" | "no_word" }
  | { readonly kind: "split"; readonly to: readonly [number, number] }
  | { readonly kind: "jump"; to: number }
  | { readonly kind: "match" };

/** States that a pattern may have, its counted repeats written out. */
const MAX_STATES = 1_000;

/** A pattern that is ready to be looked for. */
export class Pattern {
  readonly #states: readonly State[];

  /**
   * @param source As in JavaScript with the flag `u`: characters, `.`, classes, `\d \w \s \b`, `^`, `$`, groups, `|`
   * and repeats; `(?i)` at its beginning for any case of ASCII letters.
   * @throws SyntaxError when it is none, has too many states, or has what cannot be looked for in bounded time.
   */
  constructor(source: string) {
    this.#states = new Compiler().compile(new Reader(source).read());
  }

  /** Whether the pattern matches somewhere in the text. */
  isIn(text: string): boolean {
    const run = new Run(this.#states);
    let before = -1;
    for (let index = 0;;) {
      const next = text.codePointAt(index) ?? -1;
      if (run.isMatch(before, next)) return true;
      if (next === -1) return false;
      run.take(next);
      before = next;
      index += next > 0xffff ? 2 : 1;
    }
  }
}

/** The states that are reached at one place of the text. */
class Run {
  readonly #states: readonly State[];
  /** The place at which a state was last entered. */
  readonly #entered: Uint32Array;
  #place = 0;
  #waiting: number[] = [];

  constructor(states: readonly State[]) {
    this.#states = states;
    this.#entered = new Uint32Array(states.length);
  }

  /** Follows all that needs no character, also from a new beginning here. */
  isMatch(before: number, next: number): boolean {
    this.#place++;
    const pending = [...this.#waiting, 0];
    this.#waiting = [];
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      if (this.#entered[index] === this.#place) continue;
      this.#entered[index] = this.#place;
      const state = this.#states[index];
      switch (state?.kind) {
        case "match":
          return true;
        case "item":
          this.#waiting.push(index);
          break;
        case "jump":
          pending.push(state.to);
          break;
        case "split":
          pending.push(...state.to);
          break;
        case "at":
          if (holds(state.where, before, { next })) pending.push(index + 1);
      }
    }
    return false;
  }

  /** Takes one character. */
  take(character: number): void {
    const after: number[] = [];
    for (const index of this.#waiting) {
      const state = this.#states[index];
      if (state?.kind === "item" && state.item(character)) after.push(index + 1);
    }
    this.#waiting = after;
  }
}

function holds(where: string, before: number, { next }: { readonly next: number }): boolean {
  if (where === "start") return before === -1;
  if (where === "end") return next === -1;
  return (isWord(before) !== isWord(next)) === (where === "word");
}

class Compiler {
  readonly #states: State[] = [];

  compile(tree: Tree): readonly State[] {
    this.#add(tree);
    this.#push({ kind: "match" });
    return this.#states;
  }

  #push(state: State): number {
    if (this.#states.length === MAX_STATES) throw new SyntaxError("The pattern is too large");
    return this.#states.push(state) - 1;
  }

  #add(tree: Tree): void {
    switch (tree.kind) {
      case "item":
      case "at":
        this.#push(tree);
        return;
      case "sequence":
        for (const part of tree.parts) this.#add(part);
        return;
      case "either":
        this.#addEither(tree.parts);
        return;
      case "repeat":
        for (let count = 0; count < tree.least; count++) this.#add(tree.part);
        if (tree.most === Infinity) this.#addLoop(tree.part);
        else this.#addOptional(tree.part, tree.most - tree.least);
    }
  }

  #addEither([first, ...others]: readonly Tree[]): void {
    if (first === undefined) return;
    if (others.length === 0) return this.#add(first);
    const split = this.#push({ kind: "jump", to: 0 });
    this.#add(first);
    const leave: State = { kind: "jump", to: 0 };
    this.#push(leave);
    this.#states[split] = { kind: "split", to: [split + 1, this.#states.length] };
    this.#addEither(others);
    leave.to = this.#states.length;
  }

  #addLoop(part: Tree): void {
    const split = this.#push({ kind: "jump", to: 0 });
    this.#add(part);
    this.#push({ kind: "jump", to: split });
    this.#states[split] = { kind: "split", to: [split + 1, this.#states.length] };
  }

  #addOptional(part: Tree, times: number): void {
    const splits: number[] = [];
    for (let count = 0; count < times; count++) {
      splits.push(this.#push({ kind: "jump", to: 0 }));
      this.#add(part);
    }
    for (const split of splits) this.#states[split] = { kind: "split", to: [split + 1, this.#states.length] };
  }
}
