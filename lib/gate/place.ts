/** Turns the words of a command into absolute paths without touching the disk. */
import type { Place } from "./call.ts";
import type { Target } from "./effect.ts";
import type { Word } from "./word.ts";

/** Stands for a home directory that the working directory does not tell; no user can be called `~`. */
const SOME_HOME = "/home/~";

/** Stands for a project directory that was not given: one level below some home. */
const SOME_PROJECT = "/home/~/~";

/**
 * The place of a command that runs in `cwd`.
 *
 * ```ts
 * import { placeOf } from "gatehouse/gate/place.ts";
 *
 * if (placeOf("/home/ann/project").home !== "/home/ann") throw new Error("home comes from the directory");
 * if (placeOf(undefined).cwd === null) throw new Error("a stand-in resolves relative paths");
 * ```
 */
export function placeOf(cwd: string | undefined): Place {
  if (cwd === undefined || !cwd.startsWith("/")) {
    return { cwd: SOME_PROJECT, project: SOME_PROJECT, home: SOME_HOME };
  }
  const project = normalise(cwd);
  const home = /^\/(?:root(?=\/|$)|(?:home|Users)\/[^/]+)/.exec(project)?.[0] ?? SOME_HOME;
  return { cwd: project, project, home };
}

/**
 * An absolute path without `.`, `..`, doubled and trailing slashes.
 *
 * ```ts
 * import { normalise } from "gatehouse/gate/place.ts";
 *
 * if (normalise("//a/./b/../c/") !== "/a/c") throw new Error("lexical");
 * if (normalise("/../..") !== "/") throw new Error("the root is its own parent");
 * ```
 */
export function normalise(path: string): string {
  const stack: string[] = [];
  // A process's view of the root is the root.
  const whole = path.replace(/^\/+proc\/+(?:self|thread-self|\d+)\/+root(?=\/|$)/, "");
  for (const segment of whole.split("/")) {
    if (segment === "..") stack.pop();
    else if (segment !== "" && segment !== ".") stack.push(segment);
  }
  return `/${stack.join("/")}`;
}

/**
 * The files a word names. Patterns become the directory above them; an unknown word keeps what is certain.
 *
 * ```ts
 * import { placeOf, targetOf } from "gatehouse/gate/place.ts";
 * import { literalWord } from "gatehouse/gate/word.ts";
 *
 * const word = literalWord("../x//y", { start: 0, end: 0 });
 * if (targetOf(word, placeOf("/home/ann/project")).path !== "/home/ann/x/y") throw new Error("absolute");
 * ```
 */
export function targetOf(word: Word, place: Place): Target {
  if (word.value === null) return unknownTarget(word, place);
  const base = absolute(word.value, place);
  if (base === null) return { unknown: true, pattern: `**/${word.value}` };
  if (!word.glob) return { path: normalise(base) };
  return globTarget(base, word.prefix.length + base.length - word.value.length);
}

function absolute(value: string, place: Place): string | null {
  if (value.startsWith("/")) return value;
  return place.cwd === null ? null : `${place.cwd}/${value}`;
}

function unknownTarget(word: Word, place: Place): Target {
  const pattern = word.code.replaceAll(/"?\$_"?/g, "**");
  const slash = word.prefix.lastIndexOf("/");
  const certain = slash < 0 ? null : absolute(word.prefix.slice(0, slash + 1), place);
  if (certain === null) return { unknown: true, pattern };
  return { path: normalise(certain), unknown: true, pattern: absolute(pattern, place) ?? pattern };
}

/** `certain` is the length of the part of `path` that holds no pattern. */
function globTarget(path: string, certain: number): Target {
  const stack: { readonly name: string; readonly pattern: boolean }[] = [];
  let offset = 0;
  for (const name of path.split("/")) {
    offset += name.length + 1;
    if (name === "..") stack.pop();
    else if (name !== "" && name !== ".") {
      stack.push({ name, pattern: offset - 1 > certain && /[*?[(]/.test(name) });
    }
  }
  const first = stack.findIndex((segment) => segment.pattern);
  const whole = `/${stack.map((segment) => segment.name).join("/")}`;
  if (first < 0) return { path: whole };
  const rest = stack.slice(first);
  return {
    path: `/${stack.slice(0, first).map((segment) => segment.name).join("/")}`,
    pattern: whole,
    below: true,
    ...(rest.every((segment) => matchesAnyName(segment.name)) ? {} : { filtered: true }),
    ...(rest.some((segment) => segment.name === "**") ? { recursive: true } : {}),
  };
}

/** `*`, `.*`, `.[!.]*`, `?*`: a pattern that asks for no particular name. */
function matchesAnyName(segment: string): boolean {
  return segment.replaceAll(/\[[^\]]*\]|[*?.]/g, "") === "";
}

/**
 * A path as a person reads it: stand-ins become `~` and `.`.
 *
 * ```ts
 * import { shownPath } from "gatehouse/gate/place.ts";
 *
 * if (shownPath("/home/~/~/src") !== "./src" || shownPath("/etc") !== "/etc") throw new Error("readable");
 * ```
 */
export function shownPath(path: string): string {
  for (const [stand, shown] of [[SOME_PROJECT, "."], [SOME_HOME, "~"]] as const) {
    if (path === stand) return shown;
    if (path.startsWith(`${stand}/`)) return `${shown}${path.slice(stand.length)}`;
  }
  return path;
}
