/** Where in a rule file a key stands. The parser keeps no positions. */

/**
 * Characters that are parsed for the sake of line numbers. A text of ten thousand lines that look like headers would
 * else be parsed ten thousand times; what is found later is said to stand where the search ended.
 */
const MAX_PARSED = 4_000_000;

/** A parser of TOML that throws on what is none. */
type Parse = (text: string) => Record<string, unknown>;

/**
 * Finds lines in a rule file that parses as a whole.
 *
 * ```ts
 * import { parse } from "smol-toml";
 * import { RuleLines } from "gatehouse/gate/operator/lines.ts";
 *
 * const lines = new RuleLines('a = 1\n[[rule]]\nid = "x"\n', parse);
 * if (lines.ofRule(0) !== 2 || lines.ofKey(0, "id") !== 3 || lines.ofTop("a") !== 1) throw new Error("other lines");
 * ```
 */
export class RuleLines {
  readonly #lines: readonly string[];
  readonly #parse: Parse;
  #headers: readonly number[] | null = null;
  #budget = MAX_PARSED;

  constructor(text: string, parse: Parse) {
    this.#lines = text.split("\n");
    this.#parse = parse;
  }

  /** The line of the `[[rule]]` with this 0-based number. */
  ofRule(index: number): number {
    this.#headers ??= this.#findHeaders();
    return this.#headers[index] ?? 1;
  }

  /** The line of a key of that rule; the rule's own where the key has none. */
  ofKey(index: number, key: string): number {
    const from = this.ofRule(index);
    return this.#first(from - 1, (tree) => {
      const rules: unknown = tree["rule"];
      return Array.isArray(rules) && Object.hasOwn(Object(rules[0]), key);
    }) ?? from;
  }

  /** The line of a key above all tables, or of a table. */
  ofTop(key: string): number {
    return this.#first(0, (tree) => Object.hasOwn(tree, key)) ?? 1;
  }

  /** A header inside a text of several lines is none: what stands above it does not parse. */
  #findHeaders(): readonly number[] {
    const found: number[] = [];
    let from = 0;
    for (const [at, line] of this.#lines.entries()) {
      if (!/^\s*\[\[\s*(?:rule|"rule"|'rule')\s*\]\]/.test(line)) continue;
      if (this.#tree(from, at) === null) continue;
      found.push(at + 1);
      from = at;
    }
    return found;
  }

  /** The first line of the statement with which the condition begins to hold, reading on from a line. */
  #first(from: number, holds: (tree: Record<string, unknown>) => boolean): number | null {
    let whole = from;
    for (let to = from + 1; to <= this.#lines.length; to++) {
      const tree = this.#tree(from, to);
      if (tree === null) continue;
      if (holds(tree)) {
        const skipped = this.#lines.slice(whole, to).findIndex((line) => !/^\s*(?:#.*)?$/.test(line));
        return whole + Math.max(0, skipped) + 1;
      }
      whole = to;
    }
    return null;
  }

  #tree(from: number, to: number): Record<string, unknown> | null {
    if (this.#budget <= 0) return null;
    const text = this.#lines.slice(from, to).join("\n");
    this.#budget -= text.length;
    try {
      return this.#parse(text);
    } catch {
      return null;
    }
  }
}
