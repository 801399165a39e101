/** What the members of a finding demand of one another, as values: each can be listed, and tested by itself. */

/** One demand on a thing. */
export interface Relation<Thing> {
  /** Stable, upper snake case. */
  readonly code: string;
  /** JSON pointer (RFC 6901) to what is at fault, from the thing. */
  readonly at: string;
  readonly broken: (thing: Thing) => boolean;
  /** What is wrong, to stand after the pointer. */
  readonly says: string;
  /** How to mend it: an imperative sentence. */
  readonly mend: string;
}

/** A broken relation, or something found in another way. */
export interface Fault {
  readonly code: string;
  readonly at: string;
  readonly says: string;
  readonly mend: string;
}

/**
 * The relations that a thing breaks, in their order.
 *
 * @example
 * ```ts
 * import { brokenBy, type Relation } from "gatehouse/skills/findings/relation.ts";
 *
 * const even: Relation<number> = {
 *   code: "ODD",
 *   at: "",
 *   broken: (number) => number % 2 !== 0,
 *   says: "is odd",
 *   mend: "Add one",
 * };
 * if (brokenBy(3, [even])[0]?.code !== "ODD" || brokenBy(4, [even]).length !== 0) throw new Error("cannot count");
 * ```
 */
export function brokenBy<Thing>(thing: Thing, relations: readonly Relation<Thing>[]): readonly Fault[] {
  return relations.filter(({ broken }) => broken(thing)).map(({ code, at, says, mend }) => ({
    code,
    at,
    says,
    mend,
  }));
}
