/** All that a manifest names besides `SKILL.md`: folders, files, references and rules. */
import type { Issue, Limits, Manifest } from "../types.ts";
import { isLegalDomain, legalIssues } from "./legal.ts";
import { fileIssue, type PackageReader } from "./reader.ts";
import { referenceIssues } from "./references.ts";
import { checkFiles, checkRoutes, type Named, type Route, type Routes } from "./routes.ts";
import { readRules } from "./rules.ts";

/** Bytes of a declared file that is kept. A larger one passes, is not digested, and cannot be had through the server. */
const KEPT_BYTES = 262_144;
/** Bytes of one package's declared files that are kept. */
const ALL_KEPT_BYTES = 4 * 1_048_576;

/** The paths of a manifest, as they are spelled with `/`. */
export type ManifestPaths = Pick<Manifest, Route | "files">;

/**
 * What is wrong with what the manifest names; and the paths, where nothing is. The declared files are read, so that the
 * reader has their digests.
 *
 * @param reader Of the package.
 * @param options `named`: the manifest. `today`: a calendar date, YYYY-MM-DD.
 *
 * @example
 * ```ts
 * import { LIMITS } from "gatehouse/skills/contract/limits.ts";
 * import { contentsOf } from "gatehouse/skills/validator/contents.ts";
 * import { PackageReader } from "gatehouse/skills/validator/reader.ts";
 *
 * const reader = new PackageReader(await Deno.realPath(await Deno.makeTempDir()));
 * const named = { value: { files: ["a.md"] }, lineOf: () => undefined };
 * const { issues, paths } = contentsOf(reader, { named, today: "2026-08-27", limits: LIMITS });
 * if (issues[0]?.code !== "GHOST_FILE" || paths !== null) throw new Error("found what is not there");
 * ```
 */
export function contentsOf(
  reader: PackageReader,
  { named, today, limits }: { readonly named: Named; readonly today: string; readonly limits: Limits },
): { readonly issues: readonly Issue[]; readonly paths: ManifestPaths | null } {
  const routes = checkRoutes(reader, named);
  const files = checkFiles(reader, named);
  const references = routes.folders.get("references_path")?.path;
  const declared = references === undefined
    ? []
    : files.paths.filter((path) => path.startsWith(`${references}/`));
  const issues = [
    ...routes.issues,
    ...files.issues,
    ...referenceIssues(reader, { paths: declared, limits }),
    ...ruleIssues(reader, { routes, named, today }),
    ...keep(reader, files.paths),
  ];
  return { issues, paths: issues.length === 0 ? pathsOf(routes, files.paths) : null };
}

function ruleIssues(
  reader: PackageReader,
  { routes, named, today }: { readonly routes: Routes; readonly named: Named; readonly today: string },
): Issue[] {
  const folder = routes.folders.get("rules_path");
  if (folder === undefined) return [];
  const { rules, issues } = readRules(reader, { rulesPath: folder.path, entries: folder.entries });
  const { domain } = named.value;
  const isLegal = typeof domain === "string" && isLegalDomain(domain);
  return [...issues, ...isLegal ? legalIssues(rules, { today, rulesPath: folder.path }) : []];
}

function keep(reader: PackageReader, paths: readonly string[]): Issue[] {
  const issues: Issue[] = [];
  let total = 0;
  for (const path of paths) {
    try {
      const { size } = reader.inspect(path);
      total += size;
      if (size <= KEPT_BYTES && total <= ALL_KEPT_BYTES) reader.digest(path, { maxBytes: KEPT_BYTES });
    } catch (error) {
      issues.push(fileIssue(error, { missing: "GHOST_FILE" }));
    }
  }
  return issues;
}

function pathsOf({ folders }: Routes, files: readonly string[]): ManifestPaths | null {
  const [rules, references, scripts, tests] = [
    folders.get("rules_path"),
    folders.get("references_path"),
    folders.get("scripts_path"),
    folders.get("tests_path"),
  ];
  if (rules === undefined || references === undefined || scripts === undefined || tests === undefined) {
    return null;
  }
  return {
    rules_path: rules.path,
    references_path: references.path,
    scripts_path: scripts.path,
    tests_path: tests.path,
    files,
  };
}
