/** The files without which a directory is no package. */
import { FileProblem } from "../../core/rooted_files_walk.ts";
import type { Issue } from "../types.ts";
import { issueOf } from "./issue.ts";
import { fileIssue, type PackageReader } from "./reader.ts";

const CODES = { "SKILL.md": "SKILL_MISSING", "phases.json": "MANIFEST_MISSING" } as const;

/**
 * Which of the files are not there under exactly that name, whatever the file system thinks of case; or why the
 * directory itself cannot be read.
 *
 * @param reader Of the package.
 * @param files Those that must be there.
 *
 * @example
 * ```ts
 * import { missingIssues } from "gatehouse/skills/validator/missing.ts";
 * import { PackageReader } from "gatehouse/skills/validator/reader.ts";
 *
 * const directory = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.writeTextFile(`${directory}/skill.md`, "");
 * const [issue] = missingIssues(new PackageReader(directory), ["SKILL.md"]);
 * if (issue?.mend !== "Rename it to SKILL.md") throw new Error("no advice");
 * ```
 */
export function missingIssues(reader: PackageReader, files: readonly (keyof typeof CODES)[]): Issue[] {
  let names: readonly string[];
  try {
    names = reader.list("").map(({ name }) => name);
  } catch (error) {
    const issue = fileIssue(error, { missing: "SKILL_DIR" });
    const isUnsafe = error instanceof FileProblem && error.code === "PATH_UNSAFE";
    return [isUnsafe ? { ...issue, code: "SKILL_DIR" } : issue];
  }
  return files.flatMap((file) => {
    if (names.includes(file)) return [];
    const near = names.find((name) => name.toLowerCase() === file.toLowerCase());
    if (near !== undefined) {
      return issueOf(CODES[file], file, {
        message: `The package has ${near}, not ${file}`,
        mend: `Rename it to ${file}`,
      });
    }
    return issueOf(CODES[file], file, {
      message: `The package has no ${file}`,
      mend: mendOf(file, { hasText: names.includes("SKILL.md") }),
    });
  });
}

/** A folder with a `SKILL.md` alone is most often an ordinary package; one without it is often no package at all. */
function mendOf(file: keyof typeof CODES, { hasText }: { readonly hasText: boolean }): string {
  const add = `Add ${file}: "gatehouse skills new" writes a package that validates`;
  if (!hasText) return `${add}; or move the folder out of the root if it is no package`;
  return `${add}; or take ordinary packages as they are: --format agent-skills`;
}
