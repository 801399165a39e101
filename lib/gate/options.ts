/** Reads a program's options the way getopt does, from a grammar that names only what matters. */
import type { Word } from "./word.ts";
import { mayBeOption } from "./word.ts";

/**
 * A program's options. Every field is a list of option names separated by spaces, dashes included:
 * `"-o --output"`. An option that is not named is taken as a flag without a value.
 */
export interface Grammar {
  /** Flags without a value. Name them when `closed`, or to tell them from abbreviations of a longer option. */
  readonly flags?: string;
  /** Options with a value: `-k2`, `-k 2`, `--key=2`, `--key 2`. */
  readonly values?: string;
  /** Options whose value is given only attached: `-i.bak`, `--color=auto`. */
  readonly optional?: string;
  /** Options whose value is a file that is read. */
  readonly reads?: string;
  /** Options whose value is a file that is written. */
  readonly writes?: string;
  /** Options whose value is a program or shell text that is run. */
  readonly executes?: string;
  /** Flags after which the effect of the call cannot be known; judged as running an unknown program. */
  readonly risky?: string;
  /**
   * - `getopt` (default): options anywhere, `--` ends them, long names may be abbreviated.
   * - `posix`: the first operand ends the options (wrappers, programs with subcommands).
   * - `single`: long names with one dash, no clusters (`find`, `java`, `openssl`).
   * - `none`: every word is an operand (`echo`, `test`).
   */
  readonly style?: "getopt" | "posix" | "single" | "none";
  /** An option that is not named is reported in `unknown`, and the call is asked about. */
  readonly closed?: boolean;
}

/** One option as it was given. */
export interface Option {
  /** The name with its dashes, one per option also inside a cluster: `-f`, `--force`. */
  readonly name: string;
  /** The value, attached or separate; `null` for a flag. */
  readonly value: Word | null;
  /** The word the option stands in. */
  readonly word: Word;
}

/** The words of a call, sorted into options and operands. */
export class Parsed {
  constructor(
    /** Every option in order. */
    readonly options: readonly Option[],
    /** Every operand in order. */
    readonly operands: readonly Word[],
    /** Options the grammar does not name; always empty unless the grammar is `closed`. */
    readonly unknown: readonly Option[],
    /** Words of unknown text that may turn out to be options. */
    readonly uncertain: readonly Word[],
    private readonly known: ReadonlySet<string>,
  ) {}

  /** True when one of the options was given, in full or as an abbreviation that is no option of its own. */
  has(...names: readonly string[]): boolean {
    return this.find(names) !== undefined;
  }

  /** The value of the last of these options, or `null`. */
  value(...names: readonly string[]): Word | null {
    return this.find(names)?.value ?? null;
  }

  /** The values of all occurrences of these options. */
  values(...names: readonly string[]): Word[] {
    return this.options.flatMap((option) => this.means(option, names) && option.value ? [option.value] : []);
  }

  /** The last of these options as it was given, to point at it. */
  find(names: readonly string[]): Option | undefined {
    return this.options.findLast((option) => this.means(option, names));
  }

  /** True when the grammar names the option, in full or abbreviated. */
  names({ name }: Option): boolean {
    if (this.known.has(name)) return true;
    return name.startsWith("--") && name.length > 2 && [...this.known].some((full) => full.startsWith(name));
  }

  private means(option: Option, names: readonly string[]): boolean {
    const given = option.name;
    if (names.includes(given)) return true;
    if (!given.startsWith("--") || given.length < 3 || this.known.has(given)) return false;
    return names.some((name) => name.startsWith(given));
  }
}

/** A grammar with its lists split: what takes a value and how. */
interface Table {
  readonly kinds: ReadonlyMap<string, "flag" | "value" | "optional">;
  readonly names: ReadonlySet<string>;
}

const tables = new WeakMap<Grammar, Table>();

/**
 * Splits one of a grammar's lists.
 *
 * ```ts
 * import { names } from "gatehouse/gate/options.ts";
 *
 * if (names("-o --output").length !== 2) throw new Error("two names");
 * ```
 */
export function names(list: string | undefined): readonly string[] {
  if (list === undefined) return NONE;
  let found = split.get(list);
  if (found === undefined) split.set(list, found = list.split(" ").filter((name) => name !== ""));
  return found;
}

/** The lists are the catalogue's own: there are as many as are written there. */
const split = new Map<string, readonly string[]>();

const NONE: readonly string[] = [];

/** One object, so that its table is made once. */
const NO_GRAMMAR: Grammar = {};

function tableOf(grammar: Grammar): Table {
  const found = tables.get(grammar);
  if (found) return found;
  const kinds = new Map<string, "flag" | "value" | "optional">();
  for (const name of [...names(grammar.flags), ...names(grammar.risky)]) kinds.set(name, "flag");
  for (const name of names(grammar.optional)) kinds.set(name, "optional");
  for (const list of [grammar.values, grammar.reads, grammar.writes, grammar.executes]) {
    for (const name of names(list)) if (kinds.get(name) !== "optional") kinds.set(name, "value");
  }
  const table = { kinds, names: new Set(kinds.keys()) };
  tables.set(grammar, table);
  return table;
}

/**
 * Sorts the words after a program's name into options and operands.
 *
 * ```ts
 * import { parseOptions } from "gatehouse/gate/options.ts";
 * import { literalWord } from "gatehouse/gate/word.ts";
 *
 * const words = ["-uo", "out", "in"].map((text) => literalWord(text, { start: 0, end: 0 }));
 * const parsed = parseOptions(words, { writes: "-o --output" });
 * if (parsed.value("-o", "--output")?.value !== "out" || !parsed.has("-u")) throw new Error("a cluster");
 * ```
 */
export function parseOptions(words: readonly Word[], grammar: Grammar = NO_GRAMMAR): Parsed {
  const table = tableOf(grammar);
  const reader = new Reader(words, grammar, table);
  reader.run();
  return new Parsed(
    reader.options,
    reader.operands,
    grammar.closed === true ? reader.unknown : [],
    reader.uncertain,
    table.names,
  );
}

class Reader {
  readonly options: Option[] = [];
  readonly operands: Word[] = [];
  readonly unknown: Option[] = [];
  readonly uncertain: Word[] = [];
  private next = 0;

  constructor(
    private readonly words: readonly Word[],
    private readonly grammar: Grammar,
    private readonly table: Table,
  ) {}

  run(): void {
    const style = this.grammar.style ?? "getopt";
    while (this.next < this.words.length) {
      const word = this.words[this.next++];
      if (word === undefined) return;
      const text = word.value ?? word.prefix;
      if (style === "none") {
        this.operands.push(word);
      } else if (mayBeOption(word)) {
        this.uncertain.push(word);
        this.operands.push(word);
        if (style === "posix") return this.rest();
      } else if (text === "--" && word.value !== null && style !== "single") {
        return this.rest();
      } else if (text.length > 1 && text.startsWith("-")) {
        if (style === "single") this.single(word, text);
        else if (text.startsWith("--")) this.long(word, text);
        else this.cluster(word, text);
      } else {
        this.operands.push(word);
        if (style === "posix") return this.rest();
      }
    }
  }

  private rest(): void {
    this.operands.push(...this.words.slice(this.next));
    this.next = this.words.length;
  }

  private add(name: string, word: Word, value: Word | null): void {
    const option = { name, value, word };
    this.options.push(option);
    if (this.kindOf(name) === undefined) this.unknown.push(option);
  }

  private kindOf(name: string): "flag" | "value" | "optional" | undefined {
    const exact = this.table.kinds.get(name);
    if (exact !== undefined || !name.startsWith("--") || name.length < 3) return exact;
    // An abbreviation that could mean several options is read as the one that takes a value: the stricter reading.
    let kind: "flag" | "value" | "optional" | undefined;
    this.table.kinds.forEach((candidate, full) => {
      if (full.startsWith(name) && (kind === undefined || candidate === "value")) kind = candidate;
    });
    return kind;
  }

  private take(): Word | null {
    const word = this.words[this.next++] ?? null;
    // More words than the value may come out of it, as `xargs` appends them.
    if (word?.unknown === "computed" && word.splits) this.uncertain.push(word);
    return word;
  }

  private long(word: Word, text: string): void {
    const equals = text.indexOf("=");
    if (equals >= 0) return this.add(text.slice(0, equals), word, tail(word, equals + 1));
    this.add(text, word, this.kindOf(text) === "value" ? this.take() : null);
  }

  private single(word: Word, text: string): void {
    const equals = text.indexOf("=");
    if (equals > 0 && !this.table.kinds.has(text)) {
      return this.add(this.oneDash(text.slice(0, equals)), word, tail(word, equals + 1));
    }
    const name = this.oneDash(text);
    this.add(name, word, this.kindOf(name) === "value" ? this.take() : null);
  }

  /** Where long names have one dash, two are often the same: `go test --exec`, `xmllint -output`. */
  private oneDash(name: string): string {
    if (this.table.kinds.has(name)) return name;
    const other = name.startsWith("--") ? name.slice(1) : `-${name}`;
    return this.table.kinds.has(other) && other.replace(/^-+/, "").length > 1 || name.startsWith("--") &&
        this.table.kinds.has(other)
      ? other
      : name;
  }

  private cluster(word: Word, text: string): void {
    for (let index = 1; index < text.length; index++) {
      const name = `-${text[index]}`;
      const kind = this.table.kinds.get(name);
      const last = index + 1 === text.length && word.value !== null;
      if (kind === "value" || kind === "optional") {
        if (!last) return this.add(name, word, tail(word, index + 1));
        return this.add(name, word, kind === "value" ? this.take() : null);
      }
      this.add(name, word, null);
    }
    // The unknown rest of a cluster may hold any further option.
    if (word.value === null) this.uncertain.push(word);
  }
}

/** The word without its first characters: the value attached to an option. */
function tail(word: Word, from: number): Word {
  return {
    ...word,
    value: word.value === null ? null : word.value.slice(from),
    prefix: word.prefix.slice(from),
    code: word.value === null ? word.code : word.value.slice(from),
  };
}
