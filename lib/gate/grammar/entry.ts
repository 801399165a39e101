/** Effects of the entry points into what a project defines: `make X`, `npm run X`, `gradle X`. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import type { Word } from "../word.ts";
import { MARK } from "./marks.ts";
import { foreignCode, projectCode } from "./project.ts";
import { type Purpose, purposeOfAll } from "./scripts.ts";

/** Arguments passed on that make a check change what it checks. */
const REWRITES = /^(?:--(?:fix|write|update(?:-?snapshots?)?|updateSnapshot)(?:=.*)?|-u)$/;

/**
 * The effects of running the scripts or targets that `names` name, with `rest` passed on to them.
 *
 * ```ts
 * import { runsScripts } from "gatehouse/gate/grammar/entry.ts";
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * const call = inspect("make test").calls[0];
 * if (call === undefined || runsScripts(call.args, { call, rest: [] }).length !== 1) throw new Error("one effect");
 * ```
 */
export function runsScripts(
  scripts: readonly Word[],
  { call, rest, purpose }: {
    readonly call: Call;
    readonly rest: readonly Word[];
    /** When it does not follow from the names. */
    readonly purpose?: Purpose;
  },
): Effect[] {
  const unsure = scripts.find((word) => word.value === null);
  const purposes = purpose ??
    (checksFormat(scripts, rest) ? "check" : purposeOfAll(scripts.flatMap((word) => word.value ?? [])));
  const rewrite = rest.find((word) => REWRITES.test(word.value ?? ""));
  const blame = unsure ?? rewrite ?? (purposes === "act" ? scripts.at(-1) : undefined);
  const effects = foreignCode(rest.map(valueOf), call);
  if (unsure !== undefined || rewrite !== undefined || purposes === "act") {
    return [{ kind: "execute", program: MARK.script, ...(blame ? { word: blame } : {}) }, ...effects];
  }
  return [purposes === "check" ? projectCode : { kind: "execute", program: MARK.build }, ...effects];
}

/** Arguments that make a formatter tell what it would change. */
const CHECKS = /^--(?:check|list-different)$/;

const FORMATTERS = /(?:^|[^a-z])(?:prettier|format|fmt|pretty|oxfmt|dprint|style)(?:$|[^a-z])/;

/** A script named after a formatter, told to check. */
function checksFormat(scripts: readonly Word[], rest: readonly Word[]): boolean {
  return rest.some((word) => CHECKS.test(word.value ?? "")) &&
    scripts.every((word) => FORMATTERS.test(word.value ?? "") && !/fix|write/.test(word.value ?? ""));
}

/** The value in `--option=value`, or the word itself. */
function valueOf(word: Word): Word {
  const text = word.value ?? word.prefix;
  const at = /^--?[\w-]+=/.exec(text)?.[0].length ?? 0;
  if (at === 0) return word;
  return { ...word, value: word.value?.slice(at) ?? null, prefix: word.prefix.slice(at) };
}
