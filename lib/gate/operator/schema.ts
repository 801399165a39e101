/** What one `[[rule]]` may hold, key by key. */
import { nearest } from "../../core/nearest.ts";
import type { EffectKind } from "../effect.ts";
import { normalise } from "../place.ts";
import { rules as builtIn, textRules } from "../rules/mod.ts";
import { globOf } from "./glob.ts";
import type { RuleLines } from "./lines.ts";
import { ruleProblem } from "./problem.ts";
import type { ArgPattern, EnvPattern, OperatorRule } from "./rule.ts";

/** Where the rule stands. */
export interface RulePlace {
  readonly path: string;
  readonly lines: RuleLines;
  /** 0-based number of the rule. */
  readonly index: number;
}

const KEYS = [
  "id",
  "verdict",
  "reason",
  "safer",
  "program",
  "args",
  "subcommand",
  "option",
  "effect",
  "under",
  "via",
  "env",
  "stdin",
  "override",
  "match",
  "not_match",
] as const;

type Key = (typeof KEYS)[number];

/** Keys that only one kind of rule has. */
const ALLOW_ONLY: readonly Key[] = ["env", "stdin", "override"];
const STRICT_ONLY: readonly Key[] = ["subcommand", "option", "effect"];

const EFFECTS: readonly EffectKind[] = [
  "read",
  "write",
  "delete",
  "execute",
  "network",
  "privilege",
  "persist",
];

const MAX_LIST = 64;

const PACKS = new Set(
  [...builtIn, ...textRules].map(({ id }) => id.slice(0, id.indexOf("."))).concat(
    "limit",
    "effect",
    "read",
    "gate",
    "model",
  ),
);

/**
 * One rule, checked but for its examples.
 *
 * @throws ToolError `CONFIG_INVALID` for the first key or value that does not fit.
 *
 * ```ts
 * import { parse } from "smol-toml";
 * import { RuleLines } from "gatehouse/gate/operator/lines.ts";
 * import { ruleOf } from "gatehouse/gate/operator/schema.ts";
 *
 * const lines = new RuleLines("[[rule]]\nidd = 1\n", parse);
 * let told = "";
 * try {
 *   ruleOf({ idd: 1 }, { path: "/r.toml", lines, index: 0 });
 * } catch (error) {
 *   told = error instanceof Error ? error.message : "";
 * }
 * if (told !== "Refused the rules in /r.toml:2: unknown key idd") throw new Error(told);
 * ```
 */
export function ruleOf(entry: unknown, place: RulePlace): OperatorRule {
  const reader = new Reader(entry, place);
  reader.checkKeys();
  const verdict = reader.text("verdict", {
    max: 8,
    shape: /^(?:allow|ask|deny)$/,
    takes: '"allow", "ask" or "deny"',
  });
  if (verdict !== "allow" && verdict !== "ask" && verdict !== "deny") throw reader.missing("verdict");
  reader.checkPairs(verdict);
  const programs = reader.list("program", {
    shape: /^(?:[A-Za-z0-9_.+@:[-][\w.+@:[-]*|\/[^\0*?]+)$/,
    takes: "a program's name, or the absolute path of one, or a list of them",
  });
  if (programs === null && verdict === "allow") throw reader.missing("program");
  return {
    id: reader.id(),
    verdict,
    reason: reader.sentence("reason") ?? reader.fail("reason"),
    safer: reader.sentence("safer"),
    programs,
    args: reader.args(),
    subcommands: reader.list("subcommand", {
      shape: /^[A-Za-z0-9][\w:.-]*(?: [A-Za-z0-9][\w:.-]*)?$/,
      takes: 'a subcommand such as "push", or a list of them',
    }),
    options: reader.list("option", {
      shape: /^--?[A-Za-z0-9?][\w.-]*$/,
      takes: 'an option\'s name such as "--force" or "-f", or a list of them',
    }),
    effects: reader.effects(),
    under: reader.under(),
    via: reader.list("via", { shape: /^[\w.+-]+$/, takes: "a wrapper's name, or a list of them" }),
    env: reader.env(),
    stdin: reader.toggle("stdin"),
    override: reader.toggle("override"),
    match: reader.examples("match"),
    notMatch: reader.examples("not_match"),
    line: place.lines.ofRule(place.index),
    lifts: new Set(),
    shows: new Set(),
  };
}

/** What a value must look like. */
interface Form {
  readonly shape: RegExp;
  /** Completes "Give …". */
  readonly takes: string;
  readonly max?: number;
}

class Reader {
  readonly #entry: Readonly<Record<string, unknown>>;

  constructor(entry: unknown, readonly place: RulePlace) {
    if (!isTable(entry)) {
      const line = place.lines.ofRule(place.index);
      throw ruleProblem(place.path, { line, message: "a rule is no table", next: "Write [[rule]]" });
    }
    this.#entry = entry;
  }

  checkKeys(): void {
    for (const key of Object.keys(this.#entry)) {
      if (KEYS.some((known) => known === key)) continue;
      const meant = nearest(key, KEYS);
      const next = meant === null ? `The keys are ${KEYS.join(", ")}` : `Did you mean ${meant}?`;
      throw this.#problem(key, `unknown key ${key}`, next);
    }
  }

  checkPairs(verdict: OperatorRule["verdict"]): void {
    const foreign = (verdict === "allow" ? STRICT_ONLY : ALLOW_ONLY).find((key) =>
      Object.hasOwn(this.#entry, key)
    );
    if (foreign === undefined) return;
    const next = verdict === "allow"
      ? "Write out all arguments in args"
      : "Take it out, or make the rule an allow";
    throw this.#problem(foreign, `${foreign} does not go with the verdict ${verdict}`, next);
  }

  id(): string {
    const takes = "a name such as ops.pip_requests: a pack, a dot, a name, in lower case";
    const id = this.text("id", { max: 64, shape: /^[a-z][a-z0-9_]*\.[a-z0-9_]+$/, takes }) ?? this.fail("id");
    const pack = id.slice(0, id.indexOf("."));
    if (!PACKS.has(pack)) return id;
    throw this.#problem(
      "id",
      `the pack ${pack} is built in`,
      "Choose another name before the dot, such as ops",
    );
  }

  sentence(key: "reason" | "safer"): string | null {
    return this.text(key, {
      max: 500,
      // No controls, and nothing that is not seen or turns the direction of a text.
      shape: /^(?=.*\S)[^\p{C}\p{Zl}\p{Zp}]+$/u,
      takes: "one sentence of at most 500 characters, on one line",
    });
  }

  text(key: Key, { shape, takes, max = 1_024 }: Form): string | null {
    const value = this.#entry[key];
    if (value === undefined) return null;
    if (typeof value === "string" && value.length <= max && shape.test(value)) return value;
    throw this.#unfit(key, value, takes);
  }

  toggle(key: "stdin" | "override"): boolean {
    const value = this.#entry[key] ?? false;
    if (typeof value === "boolean") return value;
    throw this.#unfit(key, value, "true or false");
  }

  /** One text, or a list of them; null when the key is not there. */
  list(key: Key, { shape, takes, max = 1_024 }: Form): readonly string[] | null {
    const value = this.#entry[key];
    if (value === undefined) return null;
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (list.length === 0 || list.length > MAX_LIST) throw this.#unfit(key, value, takes);
    return list.map((item) => {
      if (typeof item === "string" && item.length <= max && shape.test(item)) return item;
      throw this.#unfit(key, item, takes);
    });
  }

  args(): readonly ArgPattern[] | null {
    const value = this.#entry["args"];
    if (value === undefined) return null;
    const takes = 'a list of words, such as ["install", ["requests", "flask"], "**"]';
    if (!Array.isArray(value) || value.length > MAX_LIST) throw this.#unfit("args", value, takes);
    return value.map((item: unknown) => {
      if (item === "**") return "**";
      const choice: readonly unknown[] = Array.isArray(item) ? item : [item];
      if (choice.length === 0 || choice.length > MAX_LIST) throw this.#unfit("args", item, takes);
      return choice.map((text) => {
        if (typeof text === "string" && text.length <= 1_024) return globOf(text);
        throw this.#unfit("args", text, takes);
      });
    });
  }

  effects(): readonly EffectKind[] | null {
    const takes = `one of ${EFFECTS.join(", ")}, or a list of them`;
    const given = this.list("effect", { shape: new RegExp(`^(?:${EFFECTS.join("|")})$`), takes });
    return given === null ? null : EFFECTS.filter((kind) => given.includes(kind));
  }

  under(): readonly string[] | null {
    const takes = "an absolute directory without links and . or .., but not /; or a list of them";
    const given = this.list("under", { shape: /^\/[^\0*?]+$/, takes, max: 4_096 });
    for (const directory of given ?? []) {
      if (normalise(directory) !== directory) throw this.#unfit("under", directory, takes);
    }
    return given;
  }

  env(): readonly EnvPattern[] {
    const takes = 'a variable such as "CI" or "CI=1", or a list of them';
    return (this.list("env", { shape: /^[A-Za-z_]\w*(?:=.*)?$/s, takes }) ?? []).map((text) => {
      const equals = text.indexOf("=");
      if (equals < 0) return { name: text, value: null };
      return { name: text.slice(0, equals), value: globOf(text.slice(equals + 1)) };
    });
  }

  examples(key: "match" | "not_match"): readonly string[] {
    const takes = "at least one whole command line";
    return this.list(key, { shape: /\S/, takes, max: 20_000 }) ?? this.fail(key);
  }

  missing(key: Key) {
    const { path, lines, index } = this.place;
    return ruleProblem(path, {
      line: lines.ofRule(index),
      message: `the rule ${this.#name()} has no ${key}`,
      next: `Give it ${key}`,
    });
  }

  fail(key: Key): never {
    throw this.missing(key);
  }

  #name(): string {
    const id = this.#entry["id"];
    return typeof id === "string" ? id : `number ${this.place.index + 1}`;
  }

  #unfit(key: Key, value: unknown, takes: string) {
    const shown = JSON.stringify(value) ?? String(value);
    return this.#problem(key, `${key} cannot be ${shown.slice(0, 200)}`, `Give ${takes}`);
  }

  #problem(key: string, message: string, next: string) {
    const { path, lines, index } = this.place;
    return ruleProblem(path, { line: lines.ofKey(index, key), message, next });
  }
}

/** Dates are objects as well, and arrays. */
function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
