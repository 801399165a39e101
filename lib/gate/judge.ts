/** The one function that judges a command; `gate check`, `gate explain` and the tool all call it. */
import { parse } from "unbash";
import type { Call } from "./call.ts";
import { dispatch, type Work } from "./command.ts";
import { type Context, ParseFailure } from "./context.ts";
import { type Fired, indexRules, judgeCall, type RuleIndex } from "./decide.ts";
import type { Effect } from "./effect.ts";
import { leads } from "./gravity.ts";
import { isMostlySyntax, LimitError, MAX_LENGTH, MAX_LISTED } from "./limits.ts";
import { withOperator } from "./operator/apply.ts";
import type { OperatorRule } from "./operator/rule.ts";
import { placeOf, shownPath } from "./place.ts";
import type { Program } from "./program.ts";
import { programs } from "./programs/mod.ts";
import type { Rule, RuleVerdict, Script, TextRule } from "./rule.ts";
import { rules as builtIn, textRules as builtInText } from "./rules/mod.ts";
import { Scope } from "./scope.ts";
import { partMaker, wholeSource } from "./source.ts";
import type { ExplainedCall, Explanation, Finding, Part, ShownEffect, Verdict } from "./verdict.ts";
import { Walker } from "./walk.ts";
import type { Span } from "./word.ts";

/** Where the command would run. */
export interface JudgeOptions {
  /** Absolute directory. Without it, relative paths are read as inside some project below some home. */
  readonly cwd?: string;
}

/** Where the command would run, and which programs are known. */
export interface InspectOptions extends JudgeOptions {
  /** Default: the built-in catalogue. */
  readonly programs?: readonly Program[];
}

/** Rules and catalogue to judge with. */
export interface Policy {
  readonly rules: readonly Rule[];
  readonly textRules: readonly TextRule[];
  /** Default: the built-in catalogue. */
  readonly programs?: readonly Program[];
  /** The operator's own rules, which have the last word on what they may speak about. */
  readonly operator?: readonly OperatorRule[];
}

const STRICTNESS: Readonly<Record<RuleVerdict, number>> = { allow: 0, ask: 1, grey: 2, deny: 3 };

const GREY = "no model is configured, so a command that only a model could judge is refused";

/**
 * Judges a command line. Pure and synchronous; never throws: what goes wrong inside is a `deny`.
 *
 * ```ts
 * import { judge } from "gatehouse/gate/judge.ts";
 *
 * const verdict = judge("ls && rm -rf /", { cwd: "/home/ann/project" });
 * if (verdict.decision !== "deny" || verdict.part?.text !== "/") throw new Error("the root would be lost");
 * ```
 */
export function judge(command: string, options: JudgeOptions = {}): Verdict {
  return explain(command, options).verdict;
}

/**
 * Judges a command line and shows how: every call in it with its effects and the rules that fired.
 *
 * ```ts
 * import { explain } from "gatehouse/gate/judge.ts";
 *
 * const calls = explain("sudo env A=1 ls").calls;
 * if (calls.map((call) => call.program).join() !== "sudo,env,ls") throw new Error("one call for each wrapper");
 * ```
 */
export function explain(command: string, options: JudgeOptions = {}): Explanation {
  return judgeWith({ rules: builtIn, textRules: builtInText }, command, options);
}

/**
 * The same with other rules, so that a test can take one away.
 *
 * ```ts
 * import { judgeWith } from "gatehouse/gate/judge.ts";
 *
 * const { verdict } = judgeWith({ rules: [], textRules: [] }, "frobnicate");
 * if (verdict.rule !== "program.unknown") throw new Error("the default holds without rules");
 * ```
 */
export function judgeWith(policy: Policy, command: string, options: JudgeOptions = {}): Explanation {
  const part = partMaker(command);
  const fired: Fired[] = [];
  const calls: (readonly [Call, readonly Fired[]])[] = [];
  try {
    for (const rule of command.length > MAX_LENGTH ? [] : policy.textRules) {
      const span = rule.find(command);
      if (span !== null) {
        fired.push({
          rule: rule.id,
          verdict: rule.verdict,
          reason: rule.reason,
          safer: rule.safer ?? null,
          span,
        });
      }
    }
    if (!fired.some((finding) => finding.verdict === "deny")) {
      const script = inspect(
        command,
        policy.programs === undefined ? options : { ...options, programs: policy.programs },
      );
      const index = indexOf(policy.rules);
      for (const call of script.calls) {
        const own = withOperator(judgeCall(call, { script, index }), {
          call,
          script,
          rules: policy.operator ?? [],
        });
        calls.push([call, own]);
        fired.push(...own);
      }
    }
  } catch (error) {
    fired.push(failure(error, command));
  }
  return new Judgement(combine(fired, { part, calls: calls.map(([call]) => call) }), { calls, part });
}

/** Writes the calls out for who reads them: most want the verdict alone. */
class Judgement implements Explanation {
  readonly verdict: Verdict;
  readonly #found: Found;

  constructor(verdict: Verdict, found: Found) {
    this.verdict = verdict;
    this.#found = found;
  }

  get calls(): ExplainedCall[] {
    const { calls, part } = this.#found;
    return calls.map(([call, own]) => explained(call, { own, part }));
  }
}

interface Found {
  readonly calls: readonly (readonly [Call, readonly Fired[]])[];
  readonly part: (span: Span) => Part;
}

/**
 * Parses a command and finds its calls, without judging them. Throws `LimitError` and `ParseFailure`.
 *
 * ```ts
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * const [call] = inspect("X=rm; $X -rf /", { cwd: "/home/ann/project" }).calls.slice(-1);
 * if (call?.name !== "rm") throw new Error("constants are followed");
 * ```
 */
export function inspect(command: string, options: InspectOptions = {}): Script {
  if (command.length > MAX_LENGTH) {
    throw new LimitError("limit.length", `Is longer than ${MAX_LENGTH} characters`);
  }
  if (isMostlySyntax(command)) {
    throw new LimitError("limit.syntax", "Is long, and mostly operators, quotes and expansions");
  }
  const script = parse(command);
  const walker = new Walker(command, catalogueOf(options.programs ?? programs));
  const context: Context = {
    scope: new Scope(placeOf(options.cwd)),
    source: wholeSource(command),
    input: { kind: "inherit" },
    via: [],
    privileged: false,
    remote: false,
    wrappers: 0,
    nesting: 0,
    parent: null,
    origin: "command",
    functions: true,
  };
  walker.script(script, context);
  if (script.commands.length === 0) throw new LimitError("limit.empty", "Holds no command");
  if (walker.calls.length === 0) emptyCall({ walker, context });
  return { text: command, calls: walker.calls, trace: context.scope.trace };
}

/**
 * What the built-in rules find on one call.
 *
 * ```ts
 * import { findingsOf, inspect } from "gatehouse/gate/judge.ts";
 *
 * const script = inspect("git push");
 * const [call] = script.calls;
 * if (call === undefined || findingsOf(call, script)[0]?.rule !== "git.push") throw new Error("another rule");
 * ```
 */
export function findingsOf(call: Call, script: Script): readonly Fired[] {
  return judgeCall(call, { script, index: indexOf(builtIn) });
}

/** `[[ a ]]` runs no program: a call of nothing stands for it, so that rules get to see the script. */
function emptyCall(work: Work): void {
  const span = { start: 0, end: work.walker.command.length };
  const setting = { assignments: [], redirects: [], redirectEffects: [], span, inside: [] };
  dispatch([], { setting, ...work });
}

let catalogued:
  | { readonly programs: readonly Program[]; readonly byName: ReadonlyMap<string, Program> }
  | undefined;

function catalogueOf(list: readonly Program[]): ReadonlyMap<string, Program> {
  if (catalogued?.programs !== list) {
    const byName = new Map(list.flatMap((program) => program.names.map((name) => [name, program] as const)));
    catalogued = { programs: list, byName };
  }
  return catalogued.byName;
}

let indexed: { readonly rules: readonly Rule[]; readonly index: RuleIndex } | undefined;

function indexOf(rules: readonly Rule[]): RuleIndex {
  if (indexed?.rules !== rules) indexed = { rules, index: indexRules(rules) };
  return indexed.index;
}

function failure(error: unknown, command: string): Fired {
  const whole = { start: 0, end: command.length };
  const base = { verdict: "deny", safer: null } as const;
  if (error instanceof LimitError) return { ...base, rule: error.rule, reason: error.message, span: whole };
  if (error instanceof ParseFailure) {
    return {
      ...base,
      rule: "limit.parse",
      reason: `Is not bash that can be read: ${error.message}`,
      span: error.span,
    };
  }
  return { ...base, rule: "limit.failure", reason: "The command could not be judged", span: whole };
}

interface Shown {
  readonly part: (span: Span) => Part;
  readonly calls: readonly Call[];
}

function combine(fired: readonly Fired[], { part, calls }: Shown): Verdict {
  const findings = shownFindings(fired, part);
  const first = findings[0] ??
    {
      rule: "read.ordinary",
      verdict: "allow",
      reason: "Runs no program",
      part: null,
      safer: null,
    } satisfies Finding;
  const grey = first.verdict === "grey";
  const reason = withOthers(first, findings);
  return {
    decision: first.verdict === "grey" ? "deny" : first.verdict,
    layer: grey ? "fail_closed" : "L0",
    grey,
    rule: first.rule,
    reason: withOverrides(grey ? `${reason}; ${GREY}` : reason, { fired, first }),
    part: first.verdict === "allow" ? null : first.part,
    safer: first.safer,
    effects: shownEffects(calls.flatMap(effectsOf)),
    findings: findings.length === 0 ? [first] : findings,
  };
}

/** An override must be seen in every verdict that it had a part in, whatever decided. */
function withOverrides(
  reason: string,
  { fired, first }: { readonly fired: readonly Fired[]; readonly first: Finding },
): string {
  const others = new Set(
    fired.filter(({ overrides, rule }) => overrides !== undefined && rule !== first.rule).map((
      { rule, reason },
    ) => `${rule}: ${reason}`),
  );
  return others.size === 0 ? reason : clipped([reason, ...others].join("; "));
}

/** The reason of the first finding, and of what else must be known before somebody says yes. */
function withOthers(first: Finding, findings: readonly Finding[]): string {
  if (first.verdict !== "ask" && first.verdict !== "grey") return first.reason;
  const others = new Map(
    findings.filter(({ verdict, rule }) => verdict !== "allow" && rule !== first.rule).map((
      { rule, reason },
    ) => [rule, `; also: ${reason} (${rule})`]),
  );
  return `${first.reason}${[...others.values()].slice(0, MAX_OTHERS).join("")}`.slice(0, MAX_REASON);
}

const MAX_OTHERS = 3;

/** Leaves room for what is said about grey verdicts. */
const MAX_REASON = 1_800;

/** Strictest first, then overrides, then the gravest, then in order of appearance; the same rule on the same part once. */
function shownFindings(fired: readonly Fired[], part: (span: Span) => Part): Finding[] {
  // Among the milder findings, an override is named first.
  const rank = ({ verdict, overrides }: Fired) => STRICTNESS[verdict] + (overrides === undefined ? 0 : 0.5);
  const sorted = [...fired].sort((left, right) => rank(right) - rank(left) || leads(left) - leads(right));
  const seen = new Set<string>();
  const findings: Finding[] = [];
  for (const { rule, verdict, reason, safer, span } of sorted) {
    const key = `${rule} ${span.start} ${span.end}`;
    if (seen.has(key)) continue;
    seen.add(key);
    findings.push({ rule, verdict, reason, part: part(span), safer });
    if (findings.length === MAX_LISTED) break;
  }
  return findings;
}

/** What an effect names may be as long as a whole command; a person reads the beginning. */
function clipped(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
}

const MAX_NAME = 1_000;

/** A program that the catalogue does not have, or that is named by its path, is something that runs. */
function effectsOf(call: Call): readonly Effect[] {
  if (call.isFunction || call.name === "" || (call.known && (call.trusted || call.dependency))) {
    return call.effects;
  }
  const { value } = call.program;
  return value === null ? call.effects : [{ kind: "execute", program: value }, ...call.effects];
}

function shownEffects(effects: readonly Effect[]): ShownEffect[] {
  const shown = new Map<string, ShownEffect>();
  for (const { kind, path, host, program, below, recursive, unknown } of effects) {
    if (shown.size === MAX_LISTED) break;
    const effect: ShownEffect = {
      kind,
      ...(path === undefined ? {} : { path: clipped(shownPath(path)) }),
      ...(host === undefined ? {} : { host: clipped(host) }),
      ...(program === undefined ? {} : { program: clipped(program) }),
      ...(below === undefined ? {} : { below }),
      ...(recursive === undefined ? {} : { recursive }),
      ...(unknown === undefined ? {} : { unknown }),
    };
    shown.set(JSON.stringify(effect), effect);
  }
  return [...shown.values()];
}

function explained(
  call: Call,
  { own, part }: { readonly own: readonly Fired[]; readonly part: (span: Span) => Part },
): ExplainedCall {
  let depth = 0;
  for (let outer = call.parent; outer !== null; outer = outer.parent) depth++;
  return {
    part: part(call.span),
    depth,
    origin: call.origin,
    program: call.name,
    via: [...call.via],
    rules: shownFindings(own, part),
    effects: shownEffects(effectsOf(call)),
  };
}
