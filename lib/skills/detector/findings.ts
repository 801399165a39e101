/** Collects what was found, and why, until it makes a profile. */
import { oneLine } from "../../core/bounds.ts";
import {
  type ProfileFact,
  type ProfileLanguage,
  type ProfileType,
  UNKNOWN_TYPE,
} from "../contract/vocabularies.ts";
import type { Evidence, Profile } from "../types.ts";

/** Rows of evidence that one finding keeps in each state: the first in the order of the walk. */
const MAX_ROWS = 5;

/** Characters of a path: more than any system takes. */
const MAX_NAME = 32_767;

/** What a finding is read from. */
export interface Source {
  readonly path: string;
  /** From 1; looked up only where the row is kept. */
  readonly line?: number | (() => number | undefined) | undefined;
  readonly why: string;
}

const FACT_OF_TYPE: Readonly<Partial<Record<ProfileType, ProfileFact>>> = {
  apk: "has_apk",
  python: "has_python",
  skill_package: "has_skill_packages",
  solana: "has_solana",
  web: "has_web",
};

const FACT_OF_LANGUAGE: Readonly<Partial<Record<ProfileLanguage, ProfileFact>>> = {
  javascript: "has_javascript",
  rust: "has_rust",
  typescript: "has_typescript",
};

/** The types that stand for source code; so does every language. */
const CODE: ReadonlySet<ProfileType> = new Set(["python", "solana", "web"] as const);

/** The findings of one target, in the order of the walk. */
export class Findings {
  readonly #types = new Set<ProfileType>();
  readonly #languages = new Set<ProfileLanguage>();
  readonly #facts = new Set<ProfileFact>();
  readonly #likely = new Set<ProfileFact>();
  readonly #markers = new Map<string, Set<string>>();
  readonly #rows = new Map<string, Evidence[]>();

  /** @param name The file's name without folders: a marker of the type. */
  type(type: ProfileType, name: string, source: Source): void {
    this.#types.add(type);
    this.#mark(type, name);
    this.#row(type, "CONFIRMED", source);
    const fact = FACT_OF_TYPE[type];
    if (fact !== undefined) this.#confirm(fact, source);
    if (CODE.has(type)) this.#confirm("has_source_code", source);
  }

  language(language: ProfileLanguage, source: Source): void {
    this.#languages.add(language);
    const fact = FACT_OF_LANGUAGE[language];
    if (fact !== undefined) this.#confirm(fact, source);
    this.#confirm("has_source_code", source);
  }

  /** The file in which the project declares facts. */
  declaration(name: string): void {
    this.#mark("project_facts", name);
  }

  declared(fact: ProfileFact, source: Source): void {
    this.#facts.add(fact);
    this.#row(fact, "DECLARED", source);
  }

  /** A sign proves nothing, and so adds no fact. */
  sign(fact: ProfileFact, source: Source): void {
    this.#likely.add(fact);
    this.#row(fact, "LIKELY", source);
  }

  profile(): Profile {
    const markers = [...this.#markers].sort(([a], [b]) => a < b ? -1 : 1);
    return {
      exists: true,
      blocked: false,
      issues: [],
      types: this.#types.size === 0 ? [UNKNOWN_TYPE] : [...this.#types].sort(),
      languages: [...this.#languages].sort(),
      facts: [...this.#facts].sort(),
      markers: Object.fromEntries(markers.map(([type, names]) => [type, [...names].sort()])),
      likely: [...this.#likely].filter((fact) => !this.#facts.has(fact)).sort(),
      evidence: [...this.#rows.values()].flat().sort(byFinding),
    };
  }

  #confirm(fact: ProfileFact, source: Source): void {
    this.#facts.add(fact);
    this.#row(fact, "CONFIRMED", source);
  }

  #mark(type: string, name: string): void {
    const names = this.#markers.get(type) ?? new Set();
    this.#markers.set(type, names.add(shown(name)));
  }

  #row(finding: string, state: Evidence["state"], { path, why, ...source }: Source): void {
    const file = shown(path);
    const key = `${finding} ${state}`;
    const rows = this.#rows.get(key) ?? [];
    this.#rows.set(key, rows);
    if (rows.length === MAX_ROWS) return;
    const line = typeof source.line === "function" ? source.line() : source.line;
    // One file may show the same by its type and by its language.
    const isKnown = rows.some((row) => row.file === file && row.line === line && row.why === why);
    if (!isKnown) rows.push({ finding, state, file, ...(line === undefined ? {} : { line }), why });
  }
}

/** A name is the project's to choose: what it hides, or would have a terminal do, is written out. */
function shown(name: string): string {
  return oneLine(name, MAX_NAME);
}

function byFinding(a: Evidence, b: Evidence): number {
  return order(a.finding, b.finding) || order(a.state, b.state) || order(a.file, b.file) ||
    (a.line ?? 0) - (b.line ?? 0) || order(a.why, b.why);
}

/** By code unit: the same everywhere. */
function order(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
