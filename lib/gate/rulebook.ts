/**
 * The rules in force: the built-in ones, and the operator's.
 *
 * A changed file takes effect whole at the next judgement, or not at all: one with a mistake leaves the rules as they
 * were, and says so. A file that changed a moment ago may still be being written, and is left until it keeps still; a
 * file that is replaced by renaming another over it is never seen half.
 */
import { ToolError, toToolError } from "../core/errors.ts";
import { writeLog } from "../core/log.ts";
import type { Soon } from "../core/soon.ts";
import { NAME, VERSION } from "../core/version.ts";
import type { Policy } from "./judge.ts";
import type { OperatorRule } from "./operator/rule.ts";
import { type FileState, readRules, type RuleFile, stateOf } from "./operator/source.ts";
import { rules, textRules } from "./rules/mod.ts";

/** Milliseconds that a file must have kept still before it is read again. */
const STILL_MS = 200;

/** One state of the rules. */
export interface RulesInForce {
  /** What `judgeWith` takes. */
  readonly policy: Policy;
  /** The operator's rules, in the file's order; empty without a file. */
  readonly operator: readonly OperatorRule[];
  /** SHA-256, as 64 hexadecimal digits, of the built-in rules and the operator's file: what a confirmation is bound to. */
  readonly digest: string;
  /** Why the file as it is now is not what is in force; empty when it is. */
  readonly problems: readonly string[];
}

/** How a book is kept. */
export interface RuleBookOptions {
  /** Takes a warning, once for each state of the file that is refused. Default: stderr. */
  readonly warn?: (text: string) => void;
  /** Milliseconds a changed file must have kept still. Default 200. */
  readonly stillMs?: number;
}

/** Keeps the rules in force. */
export class RuleBook {
  readonly #path: string | null;
  readonly #warn: (text: string) => void;
  readonly #stillMs: number;
  #inForce: RulesInForce;
  /** The state of the file that `#inForce` was made of. */
  #loaded: string;
  /** The last state that was refused. */
  #refused: string | null = null;
  /** A changed state, and when it was first seen (`performance.now`). */
  #changing: { readonly key: string; readonly since: number } | null = null;
  #reloading: Promise<void> | null = null;

  private constructor(
    path: string | null,
    first: { readonly inForce: RulesInForce; readonly state: string },
    { warn = (text) => writeLog("warning", text), stillMs = STILL_MS }: RuleBookOptions,
  ) {
    this.#path = path;
    this.#inForce = first.inForce;
    this.#loaded = first.state;
    this.#warn = warn;
    this.#stillMs = stillMs;
  }

  /**
   * Reads the rules for the first time.
   *
   * @param path Absolute path of the operator's file; null for the built-in rules alone.
   * @throws ToolError `CONFIG_INVALID` when the file is missing, not to be trusted, or has a mistake.
   *
   * @example
   * ```ts
   * import { RuleBook } from "gatehouse/gate/rulebook.ts";
   *
   * const { digest, problems } = await (await RuleBook.open(null)).current();
   * if (!/^[0-9a-f]{64}$/.test(digest) || problems.length > 0) throw new Error("no rules");
   * ```
   */
  static async open(path: string | null, options: RuleBookOptions = {}): Promise<RuleBook> {
    if (path === null) {
      return new RuleBook(null, {
        inForce: await inForceOf({ bytes: new Uint8Array(), rules: [] }),
        state: "",
      }, options);
    }
    const { file, state } = await readSteadily(path);
    return new RuleBook(path, { inForce: await inForceOf(file), state: state.key }, options);
  }

  /**
   * The rules in force now, after a look at whether the file has changed. Never fails.
   *
   * @example
   * ```ts
   * import { RuleBook } from "gatehouse/gate/rulebook.ts";
   *
   * const book = await RuleBook.open(null);
   * if (await book.current() !== await book.current()) throw new Error("changed by itself");
   * ```
   */
  current(): Soon<RulesInForce> {
    if (this.#path !== null) this.#reloading ??= this.#needsReload(this.#path);
    return this.#reloading === null ? this.#inForce : this.#reloading.then(() => this.#inForce);
  }

  /** Why the file as it was last seen is not what is in force; empty when it is. */
  get problems(): readonly string[] {
    return this.#inForce.problems;
  }

  /** The digest that was last in force; null without a file of the operator. */
  get operatorDigest(): string | null {
    return this.#path === null ? null : this.#inForce.digest;
  }

  /** The work of taking over a changed file; null when there is none. */
  #needsReload(path: string): Promise<void> | null {
    const state = stateOf(path);
    if (state.key === this.#loaded) {
      this.#changing = null;
      this.#refused = null;
      if (this.#inForce.problems.length > 0) this.#inForce = { ...this.#inForce, problems: [] };
      return null;
    }
    if (state.key === this.#refused || !this.#keepsStill(state)) return null;
    return this.#reload(path, state).finally(() => this.#reloading = null);
  }

  #keepsStill({ key, changedAt }: FileState): boolean {
    const now = performance.now();
    if (this.#changing?.key !== key) this.#changing = { key, since: now };
    if (now - this.#changing.since >= this.#stillMs) return true;
    const age = changedAt === null ? 0 : Date.now() - changedAt;
    return age >= this.#stillMs;
  }

  async #reload(path: string, seen: FileState): Promise<void> {
    try {
      const { file, state } = await readSteadily(path);
      const inForce = await inForceOf(file);
      this.#inForce = inForce;
      this.#loaded = state.key;
      this.#refused = null;
    } catch (error) {
      const { line } = toToolError(error);
      const problem = `${line}. The rules loaded before stay in force`;
      this.#refused = seen.key;
      this.#inForce = { ...this.#inForce, problems: [problem] };
      this.#warn(problem);
    }
  }
}

/** Times that a file may change while it is read. */
const ATTEMPTS = 8;

/** The file, and the state that it certainly had while it was read. */
async function readSteadily(path: string): Promise<{ readonly file: RuleFile; readonly state: FileState }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const state = stateOf(path);
    const read = await readRules(path).then((file) => ({ file }), (error: unknown) => ({ error }));
    if (stateOf(path).key !== state.key) continue;
    if ("error" in read) throw read.error;
    return { file: read.file, state };
  }
  throw new ToolError(
    "CONFIG_INVALID",
    "Refused the rules: the file changed again and again while it was read",
    {
      next: "Replace it once, by renaming a finished file over it",
    },
  );
}

async function inForceOf({ bytes, rules: operator }: RuleFile): Promise<RulesInForce> {
  const policy: Policy = operator.length === 0 ? { rules, textRules } : { rules, textRules, operator };
  return { policy, operator, digest: await digestOf(bytes), problems: [] };
}

/** Of what decides: the program's version with its rules by name and verdict, and the operator's file to the byte. */
async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const builtIn = [...rules, ...textRules].map(({ id, verdict }) => `${id} ${verdict}`).join("\n");
  const head = new TextEncoder().encode(`${NAME}/${VERSION}\n${builtIn}\0`);
  const whole = await new Blob([head, bytes]).arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  return hash.toHex();
}
