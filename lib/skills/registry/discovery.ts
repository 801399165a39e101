/** What the candidates of some roots are worth: a record for each, and the skills of those that passed. */
import { oneLine } from "../../core/bounds.ts";
import { lookalikes } from "../identity.ts";
import { byCodeUnit } from "../text/canonical_json.ts";
import { caseFold } from "../text/fold.ts";
import type { Discovery, DiscoveryRecord, Issue, Limits, Skill } from "../types.ts";
import { sealSkill } from "./registry.ts";
import type { Candidate, Scan } from "./scan.ts";
import { fits } from "./sizes.ts";

/** What the validator of a format says of a package. */
export type Validated =
  | { readonly ok: true; readonly skill: Skill }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** How candidates are judged. */
export interface DiscoveryOptions {
  readonly limits: Limits;
  /** A bad package is set aside, and the others still make a registry. */
  readonly quarantine: boolean;
  /** Reads and checks one package. */
  readonly validate: (candidate: Candidate) => Validated;
}

/** What a discovery found. */
export interface Discovered {
  readonly discovery: Discovery;
  /** Sealed; empty under a fatal code. */
  readonly skills: readonly Skill[];
  /** What is wrong with the packages; `file` begins with the record's path. Sorted, bounded. */
  readonly issues: readonly Issue[];
  /** Some file changed while it was read. */
  readonly isUnstable: boolean;
}

/** Issues that one answer carries. */
const MAX_ISSUES = 500;

/** Characters of a path in an issue. */
const MAX_PLACE = 4096;

/** A candidate with its verdict. */
interface Judged {
  readonly candidate: Candidate;
  readonly skill: Skill | null;
  readonly issues: readonly Issue[];
}

/**
 * Judges what the walk found. The order of the answer depends on nothing but names.
 *
 * @example
 * ```ts
 * import { LIMITS } from "gatehouse/skills/contract/limits.ts";
 * import { discover } from "gatehouse/skills/registry/discovery.ts";
 * import { validateCandidate } from "gatehouse/skills/registry/packages.ts";
 * import { scanRoots } from "gatehouse/skills/registry/scan.ts";
 *
 * const path = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.mkdir(`${path}/empty`);
 * const root = { id: "demo", key: "demo", path, format: "phases" } as const;
 * const scan = scanRoots([root], { limits: LIMITS, allowed: [path], now: Date.now() });
 * const validate = validateCandidate({ today: "2026-08-27", limits: LIMITS });
 * const { discovery } = discover(scan, { limits: LIMITS, quarantine: false, validate });
 * const codes = discovery.records[0]?.error_codes.join();
 * if (codes !== "MANIFEST_MISSING,SKILL_MISSING") throw new Error(codes);
 * ```
 */
export function discover(scan: Scan, options: DiscoveryOptions): Discovered {
  const { limits, quarantine } = options;
  if (scan.fatal.length > 0) return refused(scan.fatal);
  if (scan.candidates.length > limits.packages) {
    return refused([{
      code: "SKILL_PACKAGE_LIMIT",
      message:
        `The chosen roots hold ${scan.candidates.length} packages; at most ${limits.packages} are taken`,
      file: "",
      mend: "Choose fewer roots, or move packages into another root",
    }]);
  }
  const judged: Judged[] = [];
  let kept = 0;
  for (const candidate of scan.candidates) {
    const each = judge(candidate, options);
    judged.push(each);
    kept += each.skill?.content.length ?? 0;
    // What is certainly too much is not read to its end.
    if (kept > limits.snapshotBytes) break;
  }
  const twins = twinIssues(judged);
  const looks = lookalikeIssues(judged);
  const records: DiscoveryRecord[] = [];
  const skills: Skill[] = [];
  const issues: Issue[] = [];
  const fatal = new Set<string>();
  for (const each of judged) {
    const all = [...each.issues, ...twins.get(each) ?? [], ...looks.get(each) ?? []];
    const codes = all.map(({ code }) => code);
    if (!quarantine) codes.filter((code) => FATAL.includes(code)).forEach((code) => fatal.add(code));
    records.push(recordOf(each, { codes, most: limits.issuesPerPackage }));
    issues.push(...located(each.candidate.shown, all).slice(0, limits.issuesPerPackage));
    if (each.skill !== null && all.length === 0) skills.push(sealSkill(each.skill));
  }
  records.sort(byPlace);
  const isUnstable = issues.some(({ code }) => code === "FILE_CHANGED");
  const discovery = {
    complete: fatal.size === 0,
    fatal_codes: [...fatal].sort(byCodeUnit),
    records,
  };
  const problem = fits(skills, { discovery, limits });
  if (problem !== null) return refused([problem], problem.code === "SKILL_RESULT_LIMIT" ? [] : records);
  return { discovery, skills: fatal.size === 0 ? skills : [], issues: bounded(issues), isUnstable };
}

/** Codes of a package that refuse all of them, unless it may be set aside. */
const FATAL = ["SKILL_DUPLICATE", "SKILL_CACHE_LIMIT"];

function refused(problems: readonly Issue[], records: readonly DiscoveryRecord[] = []): Discovered {
  const codes = [...new Set(problems.map(({ code }) => code))].sort(byCodeUnit);
  return {
    discovery: { complete: false, fatal_codes: codes, records },
    skills: [],
    issues: problems,
    isUnstable: false,
  };
}

function judge(candidate: Candidate, { validate }: DiscoveryOptions): Judged {
  if (candidate.place === null) return { candidate, skill: null, issues: candidate.issues };
  const validated = validate(candidate);
  const found = validated.ok ? [] : validated.issues;
  const others = candidate.issues.filter((issue) =>
    !found.some(({ code, file }) => code === issue.code && file === issue.file)
  );
  return { candidate, skill: validated.ok ? validated.skill : null, issues: [...found, ...others] };
}

/** An issue for each of the skills that have one key: none is elected. */
function twinIssues(judged: readonly Judged[]): Map<Judged, Issue[]> {
  const groups = Map.groupBy(judged.filter(({ skill }) => skill !== null), ({ skill }) => skill?.key);
  const found = new Map<Judged, Issue[]>();
  for (const group of groups.values()) {
    for (const each of group.length > 1 ? group : []) {
      const other = group.find((one) => one !== each);
      found.set(each, [{
        code: "SKILL_DUPLICATE",
        message: `The id ${oneLine(each.skill?.id ?? "", 80)} is also that of ${other?.candidate.shown}`,
        file: "",
        mend: "Rename or remove one of the packages",
      }]);
    }
  }
  return found;
}

/** An issue for each of the skills whose ids look the same and are not. */
function lookalikeIssues(judged: readonly Judged[]): Map<Judged, Issue[]> {
  const byId = Map.groupBy(judged.filter(({ skill }) => skill !== null), ({ skill }) => skill?.id);
  const found = new Map<Judged, Issue[]>();
  const mark = (id: string, other: string) => {
    for (const each of byId.get(id) ?? []) {
      const place = byId.get(other)?.[0]?.candidate.shown ?? "";
      found.set(each, [{
        code: "SKILL_ID_CONFUSABLE",
        message: `The id ${oneLine(id, 80)} looks like that of ${place}`,
        file: "",
        mend: "Rename one of the packages",
      }]);
    }
  };
  for (const { first, second } of lookalikes([...byId.keys()].filter((id) => id !== undefined))) {
    mark(first, second);
    mark(second, first);
  }
  return found;
}

function recordOf(
  { candidate, skill }: Judged,
  { codes, most }: { readonly codes: readonly string[]; readonly most: number },
): DiscoveryRecord {
  const unique = [...new Set(codes)].sort(byCodeUnit);
  return {
    error_codes: unique.length > most ? [...unique.slice(0, most - 1), "ISSUE_LIMIT"] : unique,
    relative_path: candidate.shown,
    root_index: candidate.rootIndex,
    skill_id: skill?.id ?? null,
    state: stateOf(unique, skill),
  };
}

function stateOf(codes: readonly string[], skill: Skill | null): DiscoveryRecord["state"] {
  const has = (...any: readonly string[]) => any.some((code) => codes.includes(code));
  if (has("SKILL_DUPLICATE")) return "DUPLICATE";
  if (has("TOO_LARGE", "SKILL_CACHE_LIMIT")) return "TOO_LARGE";
  if (has("PATH_UNSAFE", "SKILL_DIR")) return "BLOCKED";
  if (has("READ")) return "UNREADABLE";
  return codes.length === 0 && skill !== null ? "VALID" : "INVALID";
}

function located(shown: string, issues: readonly Issue[]): Issue[] {
  // The names in a package are a stranger's, as the texts are.
  const place = (file: string) => file === "" ? shown : `${shown}/${oneLine(file, MAX_PLACE)}`;
  return issues.map((issue) => ({ ...issue, file: place(issue.file) })).sort(byFile);
}

function bounded(issues: readonly Issue[]): readonly Issue[] {
  const sorted = issues.toSorted(byFile);
  if (sorted.length <= MAX_ISSUES) return sorted;
  const left = sorted.length - MAX_ISSUES + 1;
  return [...sorted.slice(0, MAX_ISSUES - 1), {
    code: "ISSUE_LIMIT",
    message: `${left} more issues are not shown`,
    file: "",
    mend: "Mend those shown and ask again",
  }];
}

function byFile(a: Issue, b: Issue): number {
  return byCodeUnit(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0) || byCodeUnit(a.code, b.code) ||
    byCodeUnit(a.message, b.message);
}

function byPlace(a: DiscoveryRecord, b: DiscoveryRecord): number {
  return a.root_index - b.root_index ||
    byCodeUnit(caseFold(a.relative_path), caseFold(b.relative_path)) ||
    byCodeUnit(a.relative_path, b.relative_path) || byCodeUnit(a.state, b.state);
}
