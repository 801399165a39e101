/** Where a link leads, if that is a directory inside a root. */

/** Links that may lie one behind the other. */
const MAX_HOPS = 16;

/** The root and the path below it at which a link ends. */
export interface Target {
  /** Absolute path of the root. */
  readonly base: string;
  /** Relative to it, with `/`. */
  readonly relative: string;
}

/**
 * Follows a link by its spelling, one component at a time and only below the given roots, of which nothing above is
 * ever looked at.
 *
 * @param path Absolute path of the link.
 * @param roots Absolute paths without links.
 * @returns Null when it leads out of the roots, to a root itself, round in circles or nowhere.
 *
 * @example
 * ```ts
 * import { linkTarget } from "gatehouse/skills/registry/links.ts";
 *
 * const root = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.mkdir(`${root}/one`);
 * await Deno.symlink("one", `${root}/two`);
 * if (linkTarget(`${root}/two`, [root])?.relative !== "one") throw new Error("not followed");
 * ```
 */
export function linkTarget(path: string, roots: readonly string[]): Target | null {
  let current = path;
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const place = placeOf(current, roots);
    if (place === null) return null;
    const next = firstLink(place);
    if (next === "none") return isSame(path, current) ? place : null;
    if (next === null) return null;
    current = next;
  }
  return null;
}

/** The path with its first link resolved by one step; `none` when it has no link, null when it leads nowhere. */
function firstLink({ base, relative }: Target): string | "none" | null {
  const segments = relative.split("/");
  let path = base;
  for (const [at, segment] of segments.entries()) {
    const above = path;
    path = `${path}/${segment}`;
    try {
      if (!Deno.lstatSync(path).isSymlink) continue;
      const to = Deno.readLinkSync(path);
      return plain([to.startsWith("/") ? to : `${above}/${to}`, ...segments.slice(at + 1)].join("/"));
    } catch {
      return null;
    }
  }
  return "none";
}

/** The innermost root that the path lies in, and the rest of the path. */
function placeOf(path: string, roots: readonly string[]): Target | null {
  const base = roots.filter((root) => path.startsWith(`${root}/`)).sort((a, b) => b.length - a.length)[0];
  return base === undefined ? null : { base, relative: path.slice(base.length + 1) };
}

/** The system takes a `..` behind a link for the parent of where that leads; then the two are not the same. */
function isSame(link: string, end: string): boolean {
  try {
    const [followed, seen] = [Deno.statSync(link), Deno.lstatSync(end)];
    return followed.dev === seen.dev && followed.ino === seen.ino;
  } catch {
    return false;
  }
}

/** The path without `.` and `..`, taken out by spelling. */
function plain(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}
