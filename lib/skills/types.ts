/** The plain data that the family's parts hand to one another; all of it may cross a worker's wall as JSON. */

/** One thing that is wrong with a package, a profile or a configuration, for a program and for its author. */
export interface Issue {
  /** Stable, upper snake case. */
  readonly code: string;
  /** What is wrong, with the value; one line, escaped. */
  readonly message: string;
  /** Relative to the package or target, with `/`; empty for the whole of it. */
  readonly file: string;
  /** From 1, where one can be named. */
  readonly line?: number;
  /** How to mend it: an imperative sentence. */
  readonly mend: string;
}

/** A file inside a package or target, as it was when it was read. */
export interface FileDigest {
  /** Relative, with `/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** `phases.json`, checked, its lists in canonical order. */
export interface Manifest {
  readonly schema_version: "1.0" | "1.1";
  readonly id: string;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly domain: string;
  readonly project_types: readonly string[];
  readonly platforms: readonly string[];
  readonly activation: { readonly any: readonly string[] };
  readonly exclusions: readonly string[];
  readonly requires_capabilities: readonly string[];
  readonly optional_capabilities: readonly string[];
  readonly forbidden_capabilities: readonly string[];
  /** Empty under schema 1.0. */
  readonly provides_capabilities: readonly string[];
  readonly execution_mode: string;
  readonly human_approval: string;
  readonly output_schema: string;
  readonly rules_path: string;
  readonly references_path: string;
  readonly scripts_path: string;
  readonly tests_path: string;
  readonly files: readonly string[];
}

/** A package that passed, sealed with what was read of it. */
export interface Skill {
  /** As its author spells it. */
  readonly id: string;
  /** The id's canonical key. */
  readonly key: string;
  /** Which of the configured roots it lies in. */
  readonly rootId: string;
  /** Absolute path of the package; never published. */
  readonly directory: string;
  /** The contract that it was checked against. */
  readonly format: "phases" | "agent-skills";
  readonly manifest: Manifest;
  /** `SKILL.md` exactly as it was read. */
  readonly content: string;
  /** `SKILL.md`, `phases.json` and every file that may be read with `document`, sorted by path. */
  readonly files: readonly FileDigest[];
  /** Digest over `files`: lower-case hexadecimal SHA-256 of their canonical JSON. */
  readonly digest: string;
}

/** Where a detector's finding comes from. */
export interface Evidence {
  /** A project type or a fact. */
  readonly finding: string;
  /** CONFIRMED: seen in what the rule names; LIKELY: a sign that proves nothing; DECLARED: the project says so. */
  readonly state: "CONFIRMED" | "LIKELY" | "DECLARED";
  /** Relative, with `/`. */
  readonly file: string;
  /** From 1, where one can be named. */
  readonly line?: number;
  /** Why this file shows it, in a few words. */
  readonly why: string;
}

/** What was found out about a target. Every list is sorted and without repeats. */
export interface Profile {
  readonly exists: boolean;
  /** A problem was met: then nothing else is said of the target. */
  readonly blocked: boolean;
  /** Relative to the target, with `/`: the entry that blocked it, where one did. Not published. */
  readonly blockedBy?: string;
  readonly issues: readonly string[];
  readonly types: readonly string[];
  readonly languages: readonly string[];
  /** Confirmed and declared facts. */
  readonly facts: readonly string[];
  /** Basenames by type; `project_facts` for the declaration. */
  readonly markers: Readonly<Record<string, readonly string[]>>;
  /** Facts that only signs speak for; they count for nothing unless the caller accepts them by name. */
  readonly likely: readonly string[];
  readonly evidence: readonly Evidence[];
}

/** Why a package is or is not in the registry. */
export interface DiscoveryRecord {
  readonly error_codes: readonly string[];
  /** `root[i]/name`. */
  readonly relative_path: string;
  readonly root_index: number;
  readonly skill_id: string | null;
  readonly state: "VALID" | "INVALID" | "BLOCKED" | "DUPLICATE" | "UNREADABLE" | "TOO_LARGE";
}

/** What a discovery found. */
export interface Discovery {
  readonly complete: boolean;
  readonly fatal_codes: readonly string[];
  readonly records: readonly DiscoveryRecord[];
}

/** A configured root. */
export interface Root {
  readonly id: string;
  /** The id's canonical key. */
  readonly key: string;
  /** Absolute. */
  readonly path: string;
  readonly format: "phases" | "agent-skills";
  /** Packages may be links to directories inside a configured root. Default false. */
  readonly followLinks?: boolean;
}

/** How much may be read; a caller may lower each, never raise it. */
export interface Limits {
  readonly roots: number;
  readonly packages: number;
  readonly entriesPerRoot: number;
  /** Bytes. */
  readonly skillBytes: number;
  /** Bytes. */
  readonly referenceBytes: number;
  /** Bytes, of one package. */
  readonly referencesBytes: number;
  /** Bytes of canonical JSON, all snapshots. */
  readonly snapshotBytes: number;
  /** Bytes of one public answer. */
  readonly resultBytes: number;
  readonly issuesPerPackage: number;
  readonly fingerprintNodes: number;
}

/** A rule that says which capability a project with these facts should have covered. */
export interface GapRule {
  readonly gap_id: string;
  readonly required_facts: readonly string[];
  readonly capability: string;
  readonly severity: "warning" | "blocking";
  readonly reason_code: string;
}
