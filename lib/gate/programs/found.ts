/** Where `find` looks, and words for what it finds there. */
import type { Call } from "../call.ts";
import { literalWord, unknownWord, type Word } from "../word.ts";

/** Tests that leave out some of the files; a type or depth alone does not count. */
const NARROWING =
  /^-(?:i?name|i?path|i?regex|i?wholename|i?lname|size|empty|newer.*|[acm](?:min|time|newer)|user|group|uid|gid|perm|samefile|inum|links|used|xtype|nouser|nogroup)$/;

const MAX_STARTS = 64;

/**
 * The starting points of a call of `find`: everything before the first test, action or bracket.
 *
 * ```ts
 * import { inspect } from "gatehouse/gate/judge.ts";
 * import { startsOf } from "gatehouse/gate/programs/found.ts";
 *
 * const call = inspect("find -L src lib -name x").calls[0];
 * if (call === undefined || startsOf(call).length !== 2) throw new Error("two places");
 * ```
 */
export function startsOf(call: Call): readonly Word[] {
  const first = call.args.findIndex((word) => !/^-(?:[HLP]|O\d)$/.test(word.value ?? ""));
  if (first < 0) return [];
  const rest = call.args.slice(first);
  const end = rest.findIndex((word) => /^(?:-|[(),!])/.test(word.value ?? word.prefix));
  return end < 0 ? rest : rest.slice(0, end);
}

/**
 * Words for "each file found" by a call of `find`: a pattern below every starting point.
 *
 * ```ts
 * import { inspect } from "gatehouse/gate/judge.ts";
 * import { foundWords } from "gatehouse/gate/programs/found.ts";
 *
 * const call = inspect("find src -name x").calls[0];
 * if (call === undefined || foundWords(call)[0]?.value !== `src/${"**"}/*found*`) throw new Error("below the start");
 * ```
 */
export function foundWords(call: Call): Word[] {
  const starts = startsOf(call);
  const narrowed = call.options.options.some((option) => NARROWING.test(option.name));
  const tail = narrowed ? "/**/*found*" : "/**";
  // More starting points than a person would write are taken for the root.
  const many = starts.length > MAX_STARTS ? [literalWord("/", call.program.span)] : starts;
  const list: readonly (Word | null)[] = many.length > 0 ? many : [null];
  return list.map((start) => {
    const span = start?.span ?? call.program.span;
    if (start?.value === null) {
      return { ...unknownWord("{}", span), prefix: start.prefix, code: start.code + tail };
    }
    const base = start?.value ?? ".";
    return {
      ...unknownWord("{}", span),
      value: base + tail,
      prefix: start?.glob === true ? start.prefix : `${base}/`,
      glob: true,
      unknown: null,
      splits: false,
      code: base + tail,
    };
  });
}
