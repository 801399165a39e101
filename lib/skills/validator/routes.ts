/** The four folders and the files that a manifest names: whether they are there, and are what they should be. */
import type { Entry } from "../../core/rooted_files.ts";
import { byCodeUnit } from "../text/canonical_json.ts";
import { pathKey, portablePath } from "../text/portable_path.ts";
import type { Issue } from "../types.ts";
import { issueOf, shown } from "./issue.ts";
import { fileIssue, type PackageReader } from "./reader.ts";

const ROUTES = ["rules_path", "references_path", "scripts_path", "tests_path"] as const;
/** The fields of a manifest that name a folder. */
export type Route = typeof ROUTES[number];

const FILE = "phases.json";
/** Files that are looked for; that a manifest names more is refused elsewhere. */
const MAX_FILES = 1_000;

/** The fields of the manifest, as they were read, and where they stand. */
export interface Named {
  readonly value: Readonly<Record<string, unknown>>;
  /** The line of the value at a JSON pointer. */
  readonly lineOf: (pointer: string) => number | undefined;
}

/** What was found in the four folders. */
export interface Routes {
  /** The folders that are sound, with `/`, and what they hold. */
  readonly folders: ReadonlyMap<Route, { readonly path: string; readonly entries: readonly Entry[] }>;
  readonly issues: readonly Issue[];
}

/**
 * Looks into the four folders.
 *
 * @param reader Of the package.
 * @param named The manifest.
 *
 * @example
 * ```ts
 * import { PackageReader } from "gatehouse/skills/validator/reader.ts";
 * import { checkRoutes } from "gatehouse/skills/validator/routes.ts";
 *
 * const reader = new PackageReader(await Deno.realPath(await Deno.makeTempDir()));
 * const { issues } = checkRoutes(reader, { value: { rules_path: "rules" }, lineOf: () => 2 });
 * if (issues[0]?.code !== "GHOST_PATH" || issues[0].line !== 2) throw new Error("found what is not there");
 * ```
 */
export function checkRoutes(reader: PackageReader, { value, lineOf }: Named): Routes {
  const folders = new Map<Route, { path: string; entries: readonly Entry[] }>();
  const issues: Issue[] = [];
  const seen = new Map<string, Route>();
  for (const route of ROUTES) {
    const text = value[route];
    if (typeof text !== "string" || text.trim() === "") continue;
    const line = () => lineOf(`/${route}`);
    const portable = portablePath(text);
    if (!portable.ok) {
      issues.push(unportable(route, { text, why: portable.why, line: line() }));
      continue;
    }
    const first = seen.get(pathKey(portable.path));
    if (first !== undefined) {
      issues.push(issueOf("DUPLICATE_ROUTE", FILE, {
        message: `${route} and ${first} are one folder`,
        mend: "Give each of the four paths a folder of its own",
        line: line(),
      }));
      continue;
    }
    seen.set(pathKey(portable.path), route);
    const found = listRoute(reader, { route, path: portable.path, line });
    if ("entries" in found) folders.set(route, { path: portable.path, entries: found.entries });
    issues.push(...found.issues);
  }
  return { folders, issues };
}

/**
 * The files that the manifest declares and that are there, in the order of code units, and what is wrong with the
 * others.
 *
 * @param reader Of the package.
 * @param named The manifest.
 *
 * @example
 * ```ts
 * import { PackageReader } from "gatehouse/skills/validator/reader.ts";
 * import { checkFiles } from "gatehouse/skills/validator/routes.ts";
 *
 * const reader = new PackageReader(await Deno.realPath(await Deno.makeTempDir()));
 * const { issues } = checkFiles(reader, { value: { files: ["../a"] }, lineOf: () => undefined });
 * if (issues[0]?.code !== "PATH_UNSAFE") throw new Error("a path led out of the package");
 * ```
 */
export function checkFiles(
  reader: PackageReader,
  { value, lineOf }: Named,
): { readonly paths: readonly string[]; readonly issues: readonly Issue[] } {
  const paths: string[] = [];
  const issues: Issue[] = [];
  const seen = new Map<string, string>();
  for (
    const [at, text] of (Array.isArray(value["files"]) ? value["files"].slice(0, MAX_FILES) : []).entries()
  ) {
    if (typeof text !== "string" || text.trim() === "") continue;
    const line = () => lineOf(`/files/${at}`);
    const portable = portablePath(text);
    if (!portable.ok) {
      issues.push(unportable("files", { text, why: portable.why, line: line() }));
      continue;
    }
    const { path } = portable;
    const first = seen.get(pathKey(path));
    if (first !== undefined) {
      issues.push(issueOf("DUPLICATE_FILE", FILE, {
        message: `${shown(path)} is the same file as ${shown(first)}`,
        mend: "Name each file once; case, form and slashes do not tell files apart",
        line: line(),
      }));
      continue;
    }
    seen.set(pathKey(path), path);
    const issue = fileProblem(reader, { path, line });
    if (issue === null) paths.push(path);
    else issues.push(issue);
  }
  return { paths: paths.sort(byCodeUnit), issues };
}

function listRoute(
  reader: PackageReader,
  { route, path, line }: {
    readonly route: Route;
    readonly path: string;
    readonly line: () => number | undefined;
  },
): { readonly issues: readonly Issue[]; readonly entries?: readonly Entry[] } {
  let entries: readonly Entry[];
  try {
    if (reader.inspect(path).isFile) {
      const mend = "Make it a folder with at least one file, or name another";
      return {
        issues: [issueOf("GHOST_PATH", FILE, { message: `${route} is no folder`, mend, line: line() })],
      };
    }
    entries = reader.list(path);
  } catch (error) {
    return { issues: [fileIssue(error, { missing: "GHOST_PATH", file: FILE, line: line() })] };
  }
  const visible = entries.filter(({ name }) => !name.startsWith("."));
  const issues = visible.flatMap((entry) =>
    entryIssue(reader, { route, path: `${path}/${entry.name}`, entry }) ?? []
  );
  if (visible.some(({ kind }) => kind === "file")) return { issues, entries };
  const empty = issueOf("EMPTY_PATH", FILE, {
    message: `The folder of ${route}, ${shown(path)}, holds no file`,
    mend: "Put at least one file directly into it, such as a README.md that says why there is nothing else",
    line: line(),
  });
  return { issues: [...issues, empty], entries };
}

function entryIssue(
  reader: PackageReader,
  { route, path, entry }: { readonly route: Route; readonly path: string; readonly entry: Entry },
): Issue | null {
  if (entry.kind === "directory") {
    return issueOf("PATH_UNSAFE", path, {
      message: `The folder of ${route} holds a sub-folder`,
      mend: "Put its files directly into the folder, or remove it: the contract knows no deeper ones",
    });
  }
  return fileProblem(reader, { path, line: () => undefined });
}

function fileProblem(
  reader: PackageReader,
  { path, line }: { readonly path: string; readonly line: () => number | undefined },
): Issue | null {
  try {
    const { isFile, nlink } = reader.inspect(path);
    if (isFile && (nlink ?? 1) === 1) return null;
    return issueOf("PATH_UNSAFE", path, {
      message: isFile ? `The file has ${nlink} names (hard links)` : `${shown(path)} is no regular file`,
      mend: "Put a regular file with one name in its place",
    });
  } catch (error) {
    return fileIssue(error, { missing: "GHOST_FILE", file: FILE, line: line() });
  }
}

function unportable(
  field: string,
  { text, why, line }: { readonly text: string; readonly why: string; readonly line: number | undefined },
): Issue {
  return issueOf("PATH_UNSAFE", FILE, {
    message: `The path of ${field} ${why}: ${shown(text)}`,
    mend: "Write a path relative to the package, with / between plain names",
    line,
  });
}
