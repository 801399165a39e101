/** The one walk over the roots that sees every candidate and every node which may decide about it. */
import { oneLine } from "../../core/bounds.ts";
import type { Seen } from "../../core/rooted_files.ts";
import { skillKey } from "../identity.ts";
import { byCodeUnit } from "../text/canonical_json.ts";
import { caseFold } from "../text/fold.ts";
import { looksSecret } from "../text/secrets.ts";
import type { Issue, Limits, Root } from "../types.ts";
import { Fingerprint, pathOf, type Place } from "./fingerprint.ts";
import { linkTarget } from "./links.ts";
import { linked, special, tooMuch, unreadable, unsafe } from "./scan_issues.ts";

/** What may be a package: a child of a root that is no plain file. */
export interface Candidate {
  readonly root: Root;
  /** Among the chosen roots. */
  readonly rootIndex: number;
  /** As the directory has it, composed; null when it may not be shown or is no identifier. */
  readonly name: string | null;
  /** `root[i]/name`, with a stand-in for a name that may not be shown. */
  readonly shown: string;
  /** Where it is read from; null when it is not to be read at all. */
  readonly place: Place | null;
  /** What the walk saw of it; undefined when that is not all. */
  readonly seen: () => Seen | undefined;
  /** What the walk met in it. */
  readonly issues: readonly Issue[];
}

/** What the walk found. */
export interface Scan {
  readonly fingerprint: Fingerprint;
  /** In the order of roots, then names without regard to case. */
  readonly candidates: readonly Candidate[];
  /** What makes a registry impossible; `file` is `root[i]`. */
  readonly fatal: readonly Issue[];
  /**
   * The system may watch the roots: the walk has seen all that a watch would, which follows links and goes into every
   * directory, and there is not too much of it.
   */
  readonly isWatchable: boolean;
}

/** Levels below a package's directory, and names in one directory. */
const MAX_DEPTH = 64;
const MAX_ENTRIES = 10_000;
/** Nodes up to which the system's watch is armed; it takes some 20 microseconds for each directory. */
const MAX_WATCHED = 30_000;

/** How the walk is done. */
export interface ScanOptions {
  readonly limits: Limits;
  /** Absolute paths inside which a link may lead: all configured roots. */
  readonly allowed: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Walks over the roots. Nothing is opened but directories, and no link is followed but a package of a root that says so.
 *
 * Below a candidate that has neither instructions nor a manifest, or whose name is no identifier, nothing is looked at.
 *
 * @example
 * ```ts
 * import { LIMITS } from "gatehouse/skills/contract/limits.ts";
 * import { scanRoots } from "gatehouse/skills/registry/scan.ts";
 *
 * const path = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.mkdir(`${path}/.git`);
 * const root = { id: "demo", key: "demo", path, format: "phases" } as const;
 * const { candidates } = scanRoots([root], { limits: LIMITS, allowed: [path], now: Date.now() });
 * if (candidates[0]?.shown !== "root[0]/<invalid>") throw new Error("another name");
 * ```
 */
export function scanRoots(roots: readonly Root[], options: ScanOptions): Scan {
  const walk = new Walk(options);
  try {
    for (const [index, root] of roots.entries()) walk.root(root, index);
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    walk.fatal.push(error.issue);
  }
  const { fingerprint, candidates, fatal, isWhole } = walk;
  const isWatchable = isWhole && fatal.length === 0 && fingerprint.size <= MAX_WATCHED;
  return { fingerprint, candidates: withoutTwins(candidates), fatal, isWatchable };
}

class LimitReached extends Error {
  constructor(readonly issue: Issue) {
    super(issue.message);
  }
}

interface Found extends Candidate {
  /** Device and inode, to tell two ways to one package. */
  readonly identity: string;
  readonly isLinked: boolean;
}

class Walk {
  readonly fingerprint: Fingerprint;
  readonly candidates: Found[] = [];
  readonly fatal: Issue[] = [];
  /** All below the roots was walked over, and is no link. */
  isWhole = true;
  readonly #options: ScanOptions;

  constructor(options: ScanOptions) {
    this.#options = options;
    this.fingerprint = new Fingerprint(options.now);
  }

  root(root: Root, rootIndex: number): void {
    const place = { base: root.path, relative: "" };
    const file = `root[${rootIndex}]`;
    let names: string[];
    try {
      const info = Deno.lstatSync(root.path);
      if (info.isSymlink || !info.isDirectory) throw new Deno.errors.NotADirectory();
      this.#add(place, info);
      names = list(place);
    } catch {
      this.fatal.push({
        code: "SKILL_CACHE_STATE",
        message: `The root ${oneLine(root.id, 80)} is no directory that can be listed`,
        file,
        mend: "Restore the directory and its rights, or configure another root",
      });
      return;
    }
    const { entriesPerRoot } = this.#options.limits;
    if (names.length > entriesPerRoot) {
      this.fatal.push({
        code: "SKILL_ROOT_LIMIT",
        message: `The root ${
          oneLine(root.id, 80)
        } holds ${names.length} entries; at most ${entriesPerRoot} are looked at`,
        file,
        mend: "Move some of them into another root",
      });
      return;
    }
    for (const name of inOrder(names)) this.#child({ root, rootIndex, name });
  }

  #child({ root, rootIndex, name }: { root: Root; rootIndex: number; name: string }): void {
    const place = { base: root.path, relative: name };
    const known = nameOf(name);
    const found = { root, rootIndex, name: known.ok, shown: `root[${rootIndex}]/${known.shown}` };
    const info = look(place);
    if (info === null) {
      const issue = unreadable("", `The entry ${oneLine(name, 80)} could not be looked at`);
      this.candidates.push({ ...found, ...NOTHING, issues: [issue], identity: pathOf(place) });
      return;
    }
    const identity = `${info.dev}:${info.ino}`;
    if (info.isDirectory) this.#directory({ ...found, identity, isLinked: false }, { place, info, name });
    else if (info.isSymlink) this.#link({ ...found, identity }, { place, info, name });
    else {
      this.#add(place, info, "place");
      const problem = info.isFile ? linked(name, info) : special(name);
      if (problem !== null) {
        this.candidates.push({ ...found, ...NOTHING, issues: [{ ...problem, file: "" }], identity });
      }
    }
  }

  #link(
    found: Omit<Found, "place" | "seen" | "issues" | "isLinked">,
    { place, info, name }: { place: Place; info: Deno.FileInfo; name: string },
  ): void {
    this.isWhole = false;
    this.#add(place, info);
    const target = found.root.followLinks === true ? linkTarget(pathOf(place), this.#options.allowed) : null;
    const seen = target === null ? null : look(target);
    if (target !== null && seen?.isDirectory === true) {
      const identity = `${seen.dev}:${seen.ino}`;
      this.#directory({ ...found, identity, isLinked: true }, { place: target, info: seen, name });
      return;
    }
    const issue = found.root.followLinks === true
      ? unsafe("", `${oneLine(name, 80)} is a link that leads to no directory inside a configured root`, {
        mend: "Let it lead to a package inside a configured root, or remove it",
      })
      : unsafe("", `${oneLine(name, 80)} is a link`, {
        mend: "Put the package itself there, or set follow_links for the root",
      });
    this.candidates.push({ ...found, ...NOTHING, issues: [issue] });
  }

  #directory(
    found: Omit<Found, "place" | "seen" | "issues">,
    { place, info, name }: { place: Place; info: Deno.FileInfo; name: string },
  ): void {
    if (found.name === null) {
      this.isWhole = false;
      this.#add(place, info, "place");
      const issue = unsafe("", `The name of the directory ${oneLine(name, 80)} is no identifier of a skill`, {
        mend: "Rename the directory to the skill's id, or move it out of the root",
      });
      this.candidates.push({ ...found, place: null, seen: unseen, issues: [issue] });
      return;
    }
    this.#add(place, info);
    const from = this.fingerprint.size - 1;
    const issues: Issue[] = [];
    const top = this.#list(place, { issues, name: "" });
    const isPackage = top.some((entry) => /^(?:skill\.md|phases\.json)$/i.test(entry));
    if (isPackage) this.#below(place, { top, issues });
    // A directory that holds nothing hides nothing.
    else if (top.length > 0) this.isWhole = false;
    const to = this.fingerprint.size;
    const seen = () => isPackage && issues.length === 0 ? this.fingerprint.seen(from, to) : undefined;
    this.candidates.push({ ...found, place, seen, issues });
  }

  /** Depth first, without recursion: the depth is the package's to choose. */
  #below(start: Place, { top, issues }: { top: readonly string[]; issues: Issue[] }): void {
    const stack = top.map((name) => ({ name, depth: 1 })).reverse();
    const prefix = start.relative === "" ? "" : `${start.relative}/`;
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { name, depth } = next;
      const place = { base: start.base, relative: prefix + name };
      const info = look(place);
      if (info === null) {
        issues.push(unreadable(name, `${oneLine(name, 300)} could not be looked at`));
        continue;
      }
      this.#add(place, info);
      if (!info.isDirectory) {
        const problem = this.#problem(name, info);
        if (problem !== null) issues.push(problem);
        continue;
      }
      if (depth >= MAX_DEPTH) {
        this.isWhole = false;
        issues.push(tooMuch(name, `lies ${depth} levels deep; at most ${MAX_DEPTH} are looked at`));
        continue;
      }
      const inside = this.#list(place, { issues, name });
      for (let at = inside.length - 1; at >= 0; at--) {
        stack.push({ name: `${name}/${inside[at]}`, depth: depth + 1 });
      }
    }
  }

  #problem(name: string, info: Deno.FileInfo): Issue | null {
    if (info.isSymlink) {
      this.isWhole = false;
      return unsafe(name, `${oneLine(name, 300)} is a link`, { mend: "Put the file itself in its place" });
    }
    return info.isFile ? linked(name, info) : special(name);
  }

  #list(place: Place, { issues, name }: { issues: Issue[]; name: string }): string[] {
    let names: string[];
    try {
      names = list(place);
    } catch {
      issues.push(unreadable(name, `The directory ${oneLine(name, 300)} could not be listed`));
      return [];
    }
    if (names.length > MAX_ENTRIES) {
      this.isWhole = false;
      issues.push(tooMuch(name, `holds ${names.length} entries; at most ${MAX_ENTRIES} are looked at`));
      return [];
    }
    return names.sort(byCodeUnit);
  }

  #add(place: Place, info: Deno.FileInfo, watched?: "whole" | "place"): void {
    const { fingerprintNodes } = this.#options.limits;
    if (this.fingerprint.size >= fingerprintNodes) {
      throw new LimitReached({
        code: "SKILL_CACHE_LIMIT",
        message: `The chosen roots hold more than ${fingerprintNodes} files and directories`,
        file: "",
        mend: "Choose fewer roots, or move what is no package out of them",
      });
    }
    this.fingerprint.add(place, info, watched);
  }
}

const unseen = () => undefined;
const NOTHING = { place: null, seen: unseen, isLinked: false } as const;

/** Two ways to one package are one: that by which it lies there, else the link of the same name, else the first. */
function withoutTwins(found: readonly Found[]): Candidate[] {
  const best = new Map<string, Found>();
  const rank = ({ isLinked, place, name }: Found) =>
    !isLinked ? 2 : place?.relative.split("/").at(-1)?.normalize("NFC") === name ? 1 : 0;
  for (const each of found) {
    const before = best.get(each.identity);
    if (before === undefined || rank(each) > rank(before)) best.set(each.identity, each);
  }
  return found.filter((each) => !each.isLinked || best.get(each.identity) === each);
}

/** The name where it may stand as an identifier, and what is shown in any case. */
function nameOf(name: string): { readonly ok: string | null; readonly shown: string } {
  // Some file systems give names back decomposed, whatever they were written as.
  const composed = name.normalize("NFC");
  if (looksSecret(composed)) return { ok: null, shown: "<redacted>" };
  return skillKey(composed) === null ? { ok: null, shown: "<invalid>" } : { ok: composed, shown: composed };
}

function inOrder(names: readonly string[]): string[] {
  return names.map((name) => ({ name, key: caseFold(name.normalize("NFKC")) }))
    .sort((a, b) => byCodeUnit(a.key, b.key) || byCodeUnit(a.name, b.name))
    .map(({ name }) => name);
}

function list(place: Place): string[] {
  const names: string[] = [];
  for (const { name } of Deno.readDirSync(pathOf(place))) names.push(name);
  return names;
}

function look(place: Place): Deno.FileInfo | null {
  try {
    return Deno.lstatSync(pathOf(place));
  } catch {
    return null;
  }
}
