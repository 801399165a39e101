/** All files of a package that has folders of its own choosing, nested as it likes, within bounds. */
import type { Issue } from "../types.ts";
import { issueOf, shown } from "../validator/issue.ts";
import { isHidden } from "../validator/metadata.ts";
import { fileIssue, type PackageReader } from "../validator/reader.ts";

const MAX_DEPTH = 8;
const MAX_FILES = 2_000;
/** Bytes of a file that is kept. A larger one passes, is not digested, and cannot be had through the server. */
const KEPT_BYTES = 262_144;
const ALL_KEPT_BYTES = 4 * 1_048_576;
/** Folders that tools make and nobody means to publish. Names that begin with a dot are passed over too. */
const PASSED_OVER: readonly string[] = ["node_modules", "__pycache__"];

/**
 * Reads the files, so that the reader has their digests.
 *
 * @param reader Of the package.
 * @returns Their paths in the order of code units, and what is wrong with others.
 *
 * @example
 * ```ts
 * import { readTree } from "gatehouse/skills/agent_skills/tree.ts";
 * import { PackageReader } from "gatehouse/skills/validator/reader.ts";
 *
 * const directory = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.mkdir(`${directory}/docs/more`, { recursive: true });
 * await Deno.writeTextFile(`${directory}/docs/more/a.md`, "a");
 * if (readTree(new PackageReader(directory)).paths.join() !== "docs/more/a.md") throw new Error("not found");
 * ```
 */
export function readTree(
  reader: PackageReader,
): { readonly paths: readonly string[]; readonly issues: readonly Issue[] } {
  const walk = { reader, paths: [] as string[], issues: [] as Issue[], bytes: 0 };
  visit("", 0, { walk });
  if (walk.paths.length > MAX_FILES) {
    walk.issues.push(issueOf("TOO_LARGE", "", {
      message: `The package holds more than ${MAX_FILES} files`,
      mend: "Move what is no part of the skill out of it",
    }));
  }
  return { paths: walk.paths.sort(), issues: walk.issues };
}

interface Walk {
  readonly reader: PackageReader;
  readonly paths: string[];
  readonly issues: Issue[];
  bytes: number;
}

function visit(folder: string, depth: number, { walk }: { readonly walk: Walk }): void {
  if (depth > MAX_DEPTH) {
    walk.issues.push(issueOf("TOO_LARGE", folder, {
      message: `The folder lies more than ${MAX_DEPTH} levels deep`,
      mend: "Move its files further up",
    }));
    return;
  }
  let entries;
  try {
    entries = walk.reader.list(folder);
  } catch (error) {
    walk.issues.push(fileIssue(error));
    return;
  }
  for (const { name, kind } of entries) {
    if (walk.paths.length > MAX_FILES) return;
    if (name.startsWith(".") || PASSED_OVER.includes(name)) continue;
    const path = folder === "" ? name : `${folder}/${name}`;
    if (isHidden(name)) {
      walk.issues.push(issueOf("PATH_UNSAFE", path, {
        message: `The name ${shown(name)} holds a control or invisible character`,
        mend: "Rename it",
      }));
      continue;
    }
    if (kind === "directory") visit(path, depth + 1, { walk });
    else keep(path, walk);
  }
}

function keep(path: string, walk: Walk): void {
  try {
    const { size, isFile } = walk.reader.inspect(path);
    walk.paths.push(path);
    walk.bytes += size;
    // What is no regular file is read all the same: reading is what refuses it.
    if (!isFile || size <= KEPT_BYTES && walk.bytes <= ALL_KEPT_BYTES) {
      walk.reader.digest(path, { maxBytes: Number.MAX_SAFE_INTEGER });
    }
  } catch (error) {
    walk.issues.push(fileIssue(error));
  }
}
