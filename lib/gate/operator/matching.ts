/** Which calls an operator's rule speaks for. */
import type { Call } from "../call.ts";
import { isInside } from "../paths.ts";
import { normalise } from "../place.ts";
import type { Script } from "../rule.ts";
import type { Word } from "../word.ts";
import type { EnvPattern, OperatorRule } from "./rule.ts";
import { certainly, possibly } from "./words.ts";

/**
 * True when the rule speaks for the call.
 *
 * ```ts
 * import { parseRules } from "gatehouse/gate/operator/file.ts";
 * import { speaksFor } from "gatehouse/gate/operator/matching.ts";
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * const [rule] = await parseRules(`
 * [[rule]]
 * id = "ops.halt"
 * verdict = "deny"
 * reason = "This machine stays up"
 * program = "halt"
 * match = ["halt"]
 * not_match = ["uptime"]
 * `, "rules.toml");
 * const script = inspect("sudo halt -p");
 * if (rule === undefined || !script.calls.some((call) => speaksFor(rule, call, { script }))) throw new Error("silent");
 * ```
 */
export function speaksFor(rule: OperatorRule, call: Call, { script }: { readonly script: Script }): boolean {
  return rule.verdict === "allow" ? vouches(rule, call, script) : suspects(rule, call);
}

/** For an `allow`: the call is certainly this one, and nothing around it changes what it does. */
function vouches(rule: OperatorRule, call: Call, script: Script): boolean {
  return !call.isFunction && isProgram(rule, call) &&
    certainly(call.args, rule.args ?? []) &&
    (rule.under === null || (!call.remote && standsUnder(call, rule.under))) &&
    standsIn(call, rule.via ?? []) &&
    (rule.stdin || (call.input.kind === "inherit" && !script.calls.some(givesShellInput))) &&
    call.effects.every((effect) => effect.redirect !== true) &&
    setsOnly(rule.env, call, script);
}

/** The program by its bare name from where the system keeps programs, or exactly the file that the rule names. */
function isProgram({ programs }: OperatorRule, call: Call): boolean {
  if (call.name === "" || programs === null) return false;
  return programs.some((program) =>
    program.startsWith("/")
      ? call.program.value?.includes("/") === true && !call.program.glob &&
        pathOf(call.program.value, call.cwd) === program &&
        (call.program.value.startsWith("/") || stays(call))
      : call.trusted && call.name === program
  );
}

/** Lexical: a path with `..` might lead elsewhere than it reads, and is no path of a rule. */
function pathOf(value: string, cwd: string | null): string | null {
  if (/(?:^|\/)\.\.(?:\/|$)/.test(value)) return null;
  if (value.startsWith("/")) return normalise(value);
  return cwd === null ? null : normalise(`${cwd}/${value}`);
}

/** Also where a `cd` before it fails. */
function standsUnder({ cwd, place }: Call, directories: readonly string[]): boolean {
  return [cwd, ...place.orElse ?? []].every((each) => each !== null && isUnder(each, directories));
}

/** No `cd` before it leaves open where it runs. */
function stays({ place }: Call): boolean {
  return place.orElse === undefined;
}

/** `exec < file`: from there on, it is the input of whatever the shell starts. */
function givesShellInput({ name, input, redirects }: Call): boolean {
  return name === "exec" &&
    (input.kind !== "inherit" || redirects.some(({ operator }) => operator.includes("<")));
}

function isUnder(cwd: string, directories: readonly string[]): boolean {
  return directories.some((directory) => isInside(cwd, directory));
}

/** Exactly these wrappers, each at least once; what runs elsewhere or as somebody else stands in one. */
function standsIn(call: Call, wrappers: readonly string[]): boolean {
  return call.via.every((name) => wrappers.includes(name)) &&
    wrappers.every((name) => call.via.includes(name)) &&
    ((!call.remote && !call.privileged) || wrappers.length > 0);
}

/** Any variable that the line sets or takes away may reach the program: as its environment, or by way of an earlier `export`. */
function setsOnly(env: readonly EnvPattern[], call: Call, { trace }: Script): boolean {
  if (
    [...trace.names, ...trace.unset].some((name) =>
      !env.some((known) => known.name === name && known.value === null)
    )
  ) {
    return false;
  }
  return call.assignments.every(({ name, value }) =>
    env.some((known) => known.name === name && fits(known, value))
  );
}

function fits({ value }: EnvPattern, word: Word): boolean {
  return value === null || (word.value !== null && !word.glob && value.matches(word.value));
}

/** For an `ask` or a `deny`: the call may be this one. */
function suspects(rule: OperatorRule, call: Call): boolean {
  return !call.isFunction && mayBeProgram(rule, call) &&
    (rule.args === null || possibly(call.args, rule.args)) &&
    (rule.subcommands === null || rule.subcommands.some((name) => mayBeSubcommand(call, name))) &&
    (rule.options === null || mayGive(call, rule.options)) &&
    (rule.effects === null || call.effects.some(({ kind }) => rule.effects?.includes(kind))) &&
    (rule.under === null || call.cwd === null || call.remote || mayBeUnder(call, rule.under)) &&
    (rule.via === null || call.via.some((wrapper) => rule.via?.includes(wrapper)));
}

function mayBeProgram({ programs }: OperatorRule, call: Call): boolean {
  if (programs === null) return true;
  return call.name !== "" &&
    programs.some((program) =>
      program.startsWith("/")
        ? program === pathOf(call.program.value ?? "", call.cwd) || program.endsWith(`/${call.name}`)
        : program === call.name
    );
}

/** The stand-in for a directory that nobody gave may be any directory. */
function mayBeUnder({ cwd, place }: Call, directories: readonly string[]): boolean {
  return [cwd, ...place.orElse ?? []].some((each) =>
    each === null || each.startsWith("/home/~/") || isUnder(each, directories)
  );
}

function mayBeSubcommand(call: Call, name: string): boolean {
  if (call.subcommand !== "") return call.subcommand === name || call.subcommand.startsWith(`${name} `);
  // The catalogue knows no subcommands of this program: the first operands are taken for them.
  const { operands } = call.options;
  return name.split(" ").every((part, at) => {
    const word = operands[at];
    return word !== undefined && (word.value === null || word.glob || word.value === part);
  });
}

function mayGive(call: Call, options: readonly string[]): boolean {
  if (call.options.has(...options) || call.options.uncertain.length > 0) return true;
  // Also before the subcommand, and in styles that the catalogue reads otherwise.
  return call.args.some(({ value, prefix, splits, glob }) => {
    const text = value ?? prefix;
    return options.some((option) =>
      text === option || text.startsWith(`${option}=`) ||
      (value === null && (splits || (prefix !== "" && option.startsWith(prefix)))) ||
      (glob && prefix === "")
    );
  });
}
