/**
 * The files below a directory, so that everything gets its turn.
 *
 * In each directory its own files and each directory below it give one file after the other in turns, and what is below
 * does the same. So neither a folder with very many files nor one with very many folders keeps the rest from being
 * seen before the budget is spent, and no more is read than is asked for. Links are never followed.
 */
import type { ToolResult } from "../types.ts";
import { isGit, partsOf, shown } from "../workspace/paths.ts";
import { isIgnored, type Rules, rulesIn } from "./ignored.ts";
import type { Place } from "./place.ts";

/** Directories whose content is made or fetched, not written. */
const SKIPPED: readonly string[] = [
  ...[".git", ".venv", "node_modules", "__pycache__", ".mypy_cache", ".pytest_cache"],
  ...["target", "dist", ".deno", ".next", "vendor"],
];

/** What one walk may take. */
export interface Budget {
  /** Directories that are read. */
  readonly directories: number;
  /** Names that are looked at, in all; a directory is always read to its end. */
  readonly names: number;
  /** Files that are looked at, given or not. */
  readonly files: number;
  /** Levels below the directory where it starts. */
  readonly levels: number;
  /** Milliseconds. */
  readonly milliseconds: number;
}

/** Directories that are named in an answer as skipped. */
const MAX_SKIPPED_NAMES = 20;

/** A walk below one directory. */
export class Walk {
  /** Something was left out because the budget was spent. */
  truncated = false;
  /** Files and directories that a `.gitignore` hides, as far as they were met. */
  ignored = 0;
  readonly #place: Place;
  readonly #budget: Budget;
  readonly #hides: boolean;
  readonly #until: number;
  readonly #skipped: string[] = [];
  #names = 0;
  #directories = 0;

  /**
   * @param place The workspace.
   * @param budget What it may take; its time begins now.
   * @param options `hides`: leave out what a `.gitignore` hides; default true.
   */
  constructor(place: Place, budget: Budget, { hides = true }: { readonly hides?: boolean } = {}) {
    this.#place = place;
    this.#hides = hides;
    this.#budget = budget;
    this.#until = performance.now() + budget.milliseconds;
  }

  /** Whether the time is used up. */
  get isLate(): boolean {
    return performance.now() > this.#until;
  }

  /** The directories that were left out for their names, in part when they are many. */
  get skipped(): readonly string[] {
    return this.#skipped.toSorted();
  }

  /**
   * The files' paths, relative to the root, each of a regular file with one name, in turns by directory. Paths end
   * when the budget does.
   *
   * @param components Of the directory to begin with; it must be one.
   */
  *files(components: readonly string[]): Generator<string> {
    const { path, rules } = this.#start(components);
    let left = this.#budget.files;
    for (const file of this.#below(path, rules, { level: 0 })) {
      if (left-- <= 0 || this.isLate) {
        this.truncated = true;
        return;
      }
      if (file !== null) yield file;
    }
  }

  /** One step for each file: its path, or null where it is not to be given. */
  *#below(
    path: string,
    above: Rules | null,
    { level }: { readonly level: number },
  ): Generator<string | null> {
    const isSpent = this.#directories >= this.#budget.directories || this.#names >= this.#budget.names;
    if (isSpent || level > this.#budget.levels || this.isLate) {
      this.truncated = true;
      return;
    }
    const { files, directories, rules } = this.#readOne(path, above);
    const below = directories.map((name) => this.#below(`${path}${name}/`, rules, { level: level + 1 }));
    yield* inTurns([this.#filesOf(path, files, { rules }), ...below]);
  }

  *#filesOf(
    path: string,
    names: readonly string[],
    { rules }: { readonly rules: Rules | null },
  ): Generator<string | null> {
    for (const name of names) {
      const file = path + name;
      if (isIgnored(file, rules)) {
        this.ignored++;
        yield null;
      } else yield isSingleFile(`${this.#place.root}/${file}`) ? file : null;
    }
  }

  /** Rules of the directories above hold, unless they hide the very directory that was asked for. */
  #start(components: readonly string[]): { readonly path: string; readonly rules: Rules | null } {
    let rules: Rules | null = null;
    let path = "";
    for (const component of components) {
      rules = this.#rulesIn(path, rules);
      path += `${component}/`;
      if (isIgnored(path, rules)) rules = null;
    }
    return { path, rules };
  }

  #rulesIn(path: string, above: Rules | null): Rules | null {
    return this.#hides ? rulesIn(this.#place, path, { above }) : null;
  }

  #readOne(path: string, above: Rules | null) {
    this.#directories++;
    const files: string[] = [];
    const directories: string[] = [];
    let rules = above;
    for (const entry of namesIn(`${this.#place.root}/${path}`)) {
      this.#names++;
      // What could not be asked for by its name is not shown.
      if ("refused" in partsOf(entry.name, { of: "file" }) && !isGit(entry.name)) continue;
      if (entry.isFile) files.push(entry.name);
      else if (entry.isDirectory) directories.push(entry.name);
      if (entry.isFile && entry.name === ".gitignore") rules = this.#rulesIn(path, above);
    }
    const kept = directories.sort().filter((name) => this.#isWanted(path, name, { rules }));
    return { files: files.sort(), directories: kept, rules };
  }

  #isWanted(path: string, name: string, { rules }: { readonly rules: Rules | null }): boolean {
    if (SKIPPED.includes(name) || isGit(name)) {
      if (this.#skipped.length < MAX_SKIPPED_NAMES) this.#skipped.push(path + name);
      return false;
    }
    if (!isIgnored(`${path}${name}/`, rules)) return true;
    this.ignored++;
    return false;
  }
}

/**
 * The components of a directory or file to look at, once it is known to be reached without a link; a result when it
 * is refused.
 *
 * @param path As the model gave it; empty for the root.
 *
 * @example
 * ```ts
 * import { placeToLook } from "gatehouse/flow/look/walk.ts";
 *
 * const root = await Deno.realPath(await Deno.makeTempDir());
 * const place = { root, stale: () => null, bytes: () => null };
 * if (!("error" in placeToLook(place, "../x")) || "error" in placeToLook(place, "")) throw new Error("wrong");
 * ```
 */
export function placeToLook(
  place: Place,
  path: string,
): { readonly components: readonly string[]; readonly isFile: boolean } | ToolResult & { error: string } {
  const stale = place.stale();
  if (stale !== null) return { status: "stale", error: stale };
  const parted = partsOf(path, { of: "directory" });
  if ("refused" in parted) return { status: "error", error: `${shown(path)} ${parted.refused}` };
  const { components } = parted;
  let at = place.root;
  let isFile = false;
  for (const component of components) {
    at += `/${component}`;
    const info = look(at);
    if (info === null) return { status: "error", error: `There is no ${shown(path)}` };
    if (info.isSymlink) return { status: "error", error: `${shown(path)} leads through a link` };
    if (isFile || !info.isDirectory && !info.isFile) {
      return { status: "error", error: `${shown(path)} is no directory` };
    }
    isFile = info.isFile;
  }
  return { components, isFile };
}

function look(path: string): Deno.FileInfo | null {
  try {
    return Deno.lstatSync(path);
  } catch {
    return null;
  }
}

function isSingleFile(path: string): boolean {
  const info = look(path);
  return info !== null && info.isFile && info.nlink === 1;
}

/** What the directory holds; nothing when it has become something else, or may not be read. */
function namesIn(path: string): Iterable<Deno.DirEntry> {
  // Without the slash at its end, which would follow a link.
  if (look(path.replace(/\/$/, ""))?.isDirectory !== true) return [];
  try {
    return [...Deno.readDirSync(path)];
  } catch {
    return [];
  }
}

/** The first of each, then the second of each, and so on. */
function* inTurns<T>(turns: Generator<T>[]): Generator<T> {
  while (turns.length > 0) {
    for (let index = 0; index < turns.length;) {
      const next = turns[index]?.next();
      if (next === undefined || next.done === true) turns.splice(index, 1);
      else {
        index++;
        yield next.value;
      }
    }
  }
}
