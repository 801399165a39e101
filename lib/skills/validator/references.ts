/** The references: the files under the references path that the manifest declares. Others are not read at all. */
import { localPathsIn } from "../text/local_paths.ts";
import { lineAt, readUtf8 } from "../text/utf8.ts";
import type { Issue, Limits } from "../types.ts";
import { issueOf } from "./issue.ts";
import { fileIssue, type PackageReader } from "./reader.ts";
import { hiddenIssues, secretIssues } from "./text_issues.ts";

/**
 * What is wrong with the references: their size, alone and together, their encoding, and what they tell of a machine.
 * Routes such as `/api/users` are no paths of a machine.
 *
 * @param reader Of the package.
 * @param options `paths`: the declared references that exist.
 *
 * @example
 * ```ts
 * import { LIMITS } from "gatehouse/skills/contract/limits.ts";
 * import { PackageReader } from "gatehouse/skills/validator/reader.ts";
 * import { referenceIssues } from "gatehouse/skills/validator/references.ts";
 *
 * const directory = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.writeTextFile(`${directory}/a.md`, "see\n/home/ada/notes.md");
 * const [issue] = referenceIssues(new PackageReader(directory), { paths: ["a.md"], limits: LIMITS });
 * if (issue?.code !== "REFERENCE_ABSOLUTE_PATH" || issue.line !== 2) throw new Error("not found");
 * ```
 */
export function referenceIssues(
  reader: PackageReader,
  { paths, limits }: { readonly paths: readonly string[]; readonly limits: Limits },
): Issue[] {
  const issues: Issue[] = [];
  let total = 0;
  for (const path of paths) {
    const read = readReference(reader, { path, limits });
    if ("issue" in read) {
      issues.push(read.issue);
      continue;
    }
    total += read.bytes;
    if (total > limits.referencesBytes) {
      issues.push(issueOf("REFERENCE_LIMIT", path, {
        message: `The references have more than ${limits.referencesBytes} bytes together`,
        mend: "Declare fewer or shorter references",
      }));
      break;
    }
    issues.push(
      ...pathIssues(read.text, path),
      ...secretIssues(read.text, path),
      ...hiddenIssues(read.text, path),
    );
  }
  return issues;
}

function readReference(
  reader: PackageReader,
  { path, limits }: { readonly path: string; readonly limits: Limits },
): { readonly text: string; readonly bytes: number } | { readonly issue: Issue } {
  try {
    const { size } = reader.inspect(path);
    if (size > limits.referenceBytes) {
      return {
        issue: issueOf("REFERENCE_LIMIT", path, {
          message: `The reference has ${size} bytes, more than ${limits.referenceBytes}`,
          mend: "Split it, or shorten it",
        }),
      };
    }
    const bytes = reader.read(path, { maxBytes: limits.referenceBytes });
    const text = readUtf8(bytes, { file: path, maxBytes: limits.referenceBytes });
    return text.ok ? { text: text.text, bytes: bytes.byteLength } : { issue: text.issue };
  } catch (error) {
    return { issue: fileIssue(error, { missing: "GHOST_FILE" }) };
  }
}

function pathIssues(text: string, file: string): Issue[] {
  const [first] = localPathsIn(text);
  if (first === undefined) return [];
  return [issueOf("REFERENCE_ABSOLUTE_PATH", file, {
    message: "The line names a path of one machine",
    mend: "Write a path relative to the project, or a placeholder such as <project>/src",
    line: lineAt(text, first.start),
  })];
}
