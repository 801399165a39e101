/**
 * Registries that were built once and are given out for as long as nothing below their roots has changed.
 *
 * A call that finds its registry here is answered without a look at the roots when the system's notifications are
 * silent, and after a comparison of every node otherwise. What a silent answer was based on is compared after the
 * answer: a change that no notification told of is seen by the next call.
 */
import type { Discovery, Issue, Limits, Root, Skill } from "../types.ts";
import { discover, type Discovered, type Validated } from "./discovery.ts";
import type { Fingerprint } from "./fingerprint.ts";
import { createRegistry, type Registry, RegistryProblem } from "./registry.ts";
import { type Candidate, type Scan, scanRoots } from "./scan.ts";
import { type Arm, armDeno, Watch } from "./watch.ts";

/** What a registry is asked for by. */
export interface Wanted {
  /** Chosen ones, sorted by key. */
  readonly roots: readonly Root[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly limits: Limits;
}

/** A registry and how it came about. */
export interface Loaded {
  readonly ok: true;
  /** Of this registry as it was built, in this process. */
  readonly build: number;
  readonly registry: Registry;
  readonly discovery: Discovery;
  /** Of packages that were set aside. */
  readonly issues: readonly Issue[];
}

/** Why there is no registry. */
export interface NotLoaded {
  readonly ok: false;
  /** Sorted. */
  readonly codes: readonly string[];
  /** Null when there was none. */
  readonly discovery: Discovery | null;
  readonly issues: readonly Issue[];
}

/** What a cache works with. */
export interface CacheOptions {
  /** All configured roots. */
  readonly roots: readonly Root[];
  readonly quarantine: boolean;
  /** Reads and checks one package, as of a day and under limits. */
  readonly validate: (candidate: Candidate, wanted: Wanted) => Validated;
  /** Default: the system's notifications. */
  readonly arm?: Arm;
  /** Milliseconds since the epoch. Default: the system's clock, which decides only when a node counts as settled. */
  readonly now?: () => number;
  /** Called between the last read of a build and the comparison that follows. */
  readonly onRead?: () => void;
}

/** Registries that are kept. */
const MAX_ENTRIES = 4;
/** Milliseconds without a call after which what was answered is compared. */
const PAUSE_MS = 20;

interface Entry {
  readonly loaded: Loaded;
  readonly fingerprint: Fingerprint;
  readonly roots: readonly Root[];
  /** The system's watches would see what the walk saw, and no more. */
  readonly isWatchable: boolean;
  /** Where each root's watch stood when all was known to be as it was read; null when that is not known. */
  marks: readonly number[] | null;
}

/** A comparison after an answer. */
interface Checking {
  readonly key: string;
  readonly entry: Entry;
  readonly comparison: Generator<undefined, boolean>;
}

/** Keeps at most four registries, the oldest of which makes room. */
export class RegistryCache {
  readonly #options: CacheOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #watches = new Map<string, Watch>();
  /** What has not begun yet. */
  readonly #waiting = new Map<string, Promise<Loaded | NotLoaded>>();
  #last: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #checking: Checking | null = null;
  #builds = 0;
  #idle = Promise.withResolvers<void>();

  constructor(options: CacheOptions) {
    this.#options = options;
    this.#idle.resolve();
  }

  /** How many registries were built. */
  get builds(): number {
    return this.#builds;
  }

  /**
   * The registry; calls are carried out one after the other.
   *
   * @param build One that the same call was given before: it is given again without another look, while it is known.
   */
  load(wanted: Wanted, build?: number): Promise<Loaded | NotLoaded> {
    return this.#shared(`load ${build ?? ""} ${keyOf(wanted)}`, wanted, () => this.#load(wanted, build));
  }

  /** The registry built anew. */
  refresh(wanted: Wanted): Promise<Loaded | NotLoaded> {
    return this.#shared(`refresh ${keyOf(wanted)}`, wanted, () => {
      this.#entries.delete(keyOf(wanted));
      return this.#load(wanted);
    });
  }

  /** Settles once the comparison that follows the last answer is done. */
  idle(): Promise<void> {
    return this.#idle.promise;
  }

  /** Lets go of all watches and timers. */
  close(): void {
    this.#rest();
    for (const watch of this.#watches.values()) watch.close();
    this.#watches.clear();
    this.#entries.clear();
  }

  /** Calls that wait for the same have it from one look, which begins after the last of them came. */
  #shared(
    name: string,
    wanted: Wanted,
    act: () => Promise<Loaded | NotLoaded>,
  ): Promise<Loaded | NotLoaded> {
    const waiting = this.#waiting.get(name);
    if (waiting !== undefined) return waiting;
    const done = this.#inTurn(wanted, () => {
      this.#waiting.delete(name);
      return act();
    });
    this.#waiting.set(name, done);
    return done;
  }

  #inTurn<T>(wanted: Wanted, act: () => Promise<T>): Promise<T> {
    const done = this.#last.then(() => {
      clearTimeout(this.#timer);
      return act();
    }).finally(() => this.#checkLater(keyOf(wanted)));
    this.#last = done.catch(() => {});
    return done;
  }

  async #load(wanted: Wanted, build?: number): Promise<Loaded | NotLoaded> {
    const key = keyOf(wanted);
    const entry = this.#entries.get(key);
    if (entry !== undefined) {
      if (entry.loaded.build === build || await this.#isCurrent(entry)) return entry.loaded;
      this.#entries.delete(key);
    }
    return await this.#build(wanted);
  }

  async #isCurrent(entry: Entry): Promise<boolean> {
    if (entry.marks !== null && isEqual(entry.marks, await this.#states(entry.roots))) return true;
    // The watch stands before the comparison begins, so that no change can fall between the two.
    const marks = entry.isWatchable ? await this.#renewed(entry.roots) : null;
    if (!entry.fingerprint.isCurrent(this.#now())) return false;
    entry.marks = marks;
    return true;
  }

  async #build(wanted: Wanted): Promise<Loaded | NotLoaded> {
    const { roots, limits } = wanted;
    const { quarantine, validate, onRead } = this.#options;
    this.#builds++;
    const scan = scanRoots(roots, {
      limits,
      allowed: this.#options.roots.map(({ path }) => path),
      now: this.#now(),
    });
    const isWatchable = scan.isWatchable && !this.#isNested();
    const marks = isWatchable ? await this.#renewed(roots) : null;
    const known = this.#known();
    const discovered = discover(scan, {
      limits,
      quarantine,
      validate: (candidate) => known(validate(candidate, wanted)),
    });
    onRead?.();
    const result = this.#result(scan, discovered);
    if (result.ok) {
      const [oldest] = this.#entries.keys();
      if (this.#entries.size >= MAX_ENTRIES && oldest !== undefined) this.#entries.delete(oldest);
      const { fingerprint } = scan;
      this.#entries.set(keyOf(wanted), { loaded: result, fingerprint, roots, isWatchable, marks });
    }
    return result;
  }

  /** Takes a skill that was kept before for the same one: registries of several days share what they hold. */
  #known(): (validated: Validated) => Validated {
    const skills = new Map<string, Skill>();
    for (const { loaded } of this.#entries.values()) {
      for (const skill of loaded.registry.skills) skills.set(skill.directory, skill);
    }
    return (validated) => {
      if (!validated.ok) return validated;
      const before = skills.get(validated.skill.directory);
      return before !== undefined && isSame(before, validated.skill)
        ? { ok: true, skill: before }
        : validated;
    };
  }

  #result(scan: Scan, { discovery, skills, issues, isUnstable }: Discovered): Loaded | NotLoaded {
    const stateless = discovery.fatal_codes.filter((code) => code.startsWith("SKILL_CACHE_S"));
    if (stateless.length > 0) return { ok: false, codes: stateless, discovery: null, issues };
    if (scan.fatal.length === 0 && (isUnstable || !scan.fingerprint.isCurrent(this.#now()))) {
      return { ok: false, codes: ["SKILL_CACHE_UNSTABLE"], discovery, issues: [CHANGED] };
    }
    if (!discovery.complete) return { ok: false, codes: discovery.fatal_codes, discovery, issues };
    const isRefused = !this.#options.quarantine && discovery.records.some(({ state }) => state !== "VALID");
    if (isRefused) return { ok: false, codes: ["SKILL_INVALID"], discovery, issues };
    try {
      return { ok: true, build: this.#builds, registry: createRegistry(skills), discovery, issues };
    } catch (error) {
      if (!(error instanceof RegistryProblem)) throw error;
      return { ok: false, codes: [error.code], discovery, issues };
    }
  }

  /** Where the watches stand; null when one of them does not watch. */
  async #states(roots: readonly Root[]): Promise<readonly number[] | null> {
    const states = await Promise.all(roots.map((root) => this.#watch(root).state()));
    return states.every((state) => state !== null) ? states : null;
  }

  async #renewed(roots: readonly Root[]): Promise<readonly number[] | null> {
    const armed = await Promise.all(roots.map((root) => this.#watch(root).renew()));
    return armed.every(Boolean) ? await this.#states(roots) : null;
  }

  /** Letting go of the watch on a directory would blind that on a directory above it. */
  #isNested(): boolean {
    const { roots } = this.#options;
    return roots.some(({ path }) => roots.some((other) => other.path.startsWith(`${path}/`)));
  }

  #watch({ key, path }: Root): Watch {
    const known = this.#watches.get(key);
    if (known !== undefined) return known;
    const watch = new Watch(path, { arm: this.#options.arm ?? armDeno });
    this.#watches.set(key, watch);
    return watch;
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  /** Compares in slices, between which calls are answered; what a call finds unfinished goes on right behind it. */
  #checkLater(key: string): void {
    const entry = this.#entries.get(key);
    const isSame = this.#checking !== null && this.#checking.entry === entry;
    if (!isSame) {
      if (entry === undefined || entry.marks === null) return this.#rest();
      if (this.#checking === null) this.#idle = Promise.withResolvers();
      this.#checking = { key, entry, comparison: entry.fingerprint.compare(this.#now()) };
    }
    this.#checkIn(isSame ? 0 : PAUSE_MS);
  }

  #checkIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), milliseconds);
  }

  #check(): void {
    if (this.#checking === null) return;
    const { key, entry, comparison } = this.#checking;
    const { done, value } = comparison.next();
    if (done !== true) return this.#checkIn(0);
    if (!value && this.#entries.get(key) === entry) this.#entries.delete(key);
    this.#rest();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#checking = null;
    this.#idle.resolve();
  }
}

const CHANGED: Issue = {
  code: "SKILL_CACHE_UNSTABLE",
  message: "Something below the chosen roots changed while it was read",
  file: "",
  mend: "Ask again once nothing is being written there",
};

/** The digest is over the files that are kept; the manifest may name others. */
function isSame(one: Skill, other: Skill): boolean {
  return one.digest === other.digest && one.rootId === other.rootId && one.id === other.id &&
    one.format === other.format && JSON.stringify(one.manifest) === JSON.stringify(other.manifest);
}

function keyOf({ roots, today, limits }: Wanted): string {
  return JSON.stringify([roots.map(({ key }) => key), today, limits]);
}

function isEqual(a: readonly number[], b: readonly number[] | null): boolean {
  return b !== null && a.length === b.length && a.every((value, at) => value === b[at]);
}
