/** `SKILL.md`: read once, then its front matter, its sections, and what no text may hold. */
import { readUtf8 } from "../text/utf8.ts";
import type { Issue } from "../types.ts";
import { frontmatterMismatches, parseFrontmatter } from "./frontmatter.ts";
import { fileIssue, type PackageReader } from "./reader.ts";
import { sectionIssues } from "./sections.ts";
import { hiddenIssues, secretIssues } from "./text_issues.ts";

/** The file's name. */
export const INSTRUCTIONS = "SKILL.md";

/** The file's text, or why there is none. */
export type Instructions =
  | { readonly ok: true; readonly content: string }
  | { readonly ok: false; readonly issue: Issue };

/**
 * Reads `SKILL.md`.
 *
 * @param reader Of the package.
 *
 * @example
 * ```ts
 * import { readInstructions } from "gatehouse/skills/validator/instructions.ts";
 * import { PackageReader } from "gatehouse/skills/validator/reader.ts";
 *
 * const directory = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.writeTextFile(`${directory}/SKILL.md`, "12345");
 * const read = readInstructions(new PackageReader(directory), { maxBytes: 4 });
 * if (read.ok || read.issue.code !== "TOO_LARGE") throw new Error("not refused");
 * ```
 */
export function readInstructions(
  reader: PackageReader,
  { maxBytes }: { readonly maxBytes: number },
): Instructions {
  try {
    const read = readUtf8(reader.read(INSTRUCTIONS, { maxBytes }), { file: INSTRUCTIONS, maxBytes });
    return read.ok ? { ok: true, content: read.text } : read;
  } catch (error) {
    return { ok: false, issue: fileIssue(error, { missing: "SKILL_MISSING" }) };
  }
}

/**
 * What is wrong with the text under the contract.
 *
 * @param content The file's text.
 * @param manifest What the front matter is compared with; null where there is none.
 *
 * @example
 * ```ts
 * import { instructionIssues } from "gatehouse/skills/validator/instructions.ts";
 *
 * const issues = instructionIssues("---\nname: other\n---\n", { id: "mine", version: "1.0.0" });
 * if (issues[0]?.code !== "MANIFEST_MISMATCH") throw new Error("not compared");
 * ```
 */
export function instructionIssues(
  content: string,
  manifest: { readonly id: unknown; readonly version: unknown } | null,
): Issue[] {
  const text = content.includes("\r") ? content.replace(/\r\n?/g, "\n") : content;
  const { fields, issues, body, bodyLine } = parseFrontmatter(text);
  return [
    ...issues,
    ...frontmatterMismatches(fields, manifest),
    ...sectionIssues(body, bodyLine),
    ...secretIssues(text, INSTRUCTIONS),
    ...hiddenIssues(text, INSTRUCTIONS),
  ];
}
