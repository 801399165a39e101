/**
 * The front matter of `SKILL.md`: flat `key: value` lines between two `---`. It is not YAML, and what YAML has beyond
 * that is refused rather than guessed at.
 */
import { LICENCES } from "../contract/vocabularies.ts";
import type { Issue } from "../types.ts";
import { issueOf, shown } from "./issue.ts";

const FILE = "SKILL.md";
const KEYS: readonly string[] = ["name", "description", "version", "owner", "license"];
const ALLOWED = KEYS.join(", ");
/** UTF-16 units that a value may have. */
const MAX_VALUE = 500;

/** One value and where it stands. */
export interface FrontmatterField {
  readonly value: string;
  /** From 1. */
  readonly line: number;
}

/** What was read of the front matter, and what follows it. */
export interface Frontmatter {
  readonly fields: ReadonlyMap<string, FrontmatterField>;
  readonly issues: readonly Issue[];
  /** The text behind the front matter. */
  readonly body: string;
  /** The line of the file, from 1, on which the body begins. */
  readonly bodyLine: number;
}

/**
 * Reads the front matter. Where there is none, the whole text is the body.
 *
 * @param text `SKILL.md` with LF line ends.
 *
 * @example
 * ```ts
 * import { parseFrontmatter } from "gatehouse/skills/validator/frontmatter.ts";
 *
 * const { fields, bodyLine } = parseFrontmatter("---\nname: x # why\n---\nText");
 * if (fields.get("name")?.value !== "x" || bodyLine !== 4) throw new Error("wrong front matter");
 * ```
 */
export function parseFrontmatter(text: string): Frontmatter {
  const split = splitFrontmatter(text);
  if (split.problem !== null) {
    const issue = issueOf("FRONTMATTER", FILE, {
      message: split.problem,
      mend: 'Begin the file with a line "---", lines such as "name: my-skill", and a line "---"',
      line: 1,
    });
    return { fields: new Map(), issues: [issue], body: text, bodyLine: 1 };
  }
  const fields = new Map<string, FrontmatterField>();
  const issues: Issue[] = [];
  for (const [at, content] of split.lines.entries()) {
    const line = at + 2;
    if (content.trim() === "" || content.trimStart().startsWith("#")) continue;
    const read = readLine(content, { line, seen: fields });
    if ("issue" in read) issues.push(read.issue);
    else fields.set(read.key, { value: read.value, line });
  }
  return { fields, issues, body: split.body, bodyLine: split.lines.length + 3 };
}

/**
 * The lines between the first line, which must be `---`, and the next such line; and all that follows. The lines begin
 * on line 2 of the file.
 *
 * @param text With LF line ends.
 *
 * @example
 * ```ts
 * import { splitFrontmatter } from "gatehouse/skills/validator/frontmatter.ts";
 *
 * const { lines, body } = splitFrontmatter("---\na: b\n---\nText");
 * if (lines.join() !== "a: b" || body !== "Text") throw new Error("split elsewhere");
 * ```
 */
export function splitFrontmatter(
  text: string,
): { readonly lines: readonly string[]; readonly body: string; readonly problem: string | null } {
  const all = text.split("\n");
  const isFence = (line: string | undefined) => line?.trim() === "---";
  const none = (problem: string) => ({ lines: [], body: text, problem });
  if (!isFence(all[0])) return none("The file does not begin with front matter");
  const close = all.findIndex((line, at) => at > 0 && isFence(line));
  if (close === -1) return none("The front matter is not closed by a second line ---");
  return { lines: all.slice(1, close), body: all.slice(close + 1).join("\n"), problem: null };
}

/**
 * Whether the front matter says the same as the manifest, and only what it may.
 *
 * @param fields What was read.
 * @param manifest The manifest's id and version; null where it could not be read.
 *
 * @example
 * ```ts
 * import { frontmatterMismatches } from "gatehouse/skills/validator/frontmatter.ts";
 *
 * const fields = new Map([["license", { value: "GPL-3.0", line: 2 }]]);
 * if (frontmatterMismatches(fields, null).length !== 1) throw new Error("a licence was let in");
 * ```
 */
export function frontmatterMismatches(
  fields: ReadonlyMap<string, FrontmatterField>,
  manifest: { readonly id: unknown; readonly version: unknown } | null,
): Issue[] {
  const issues: Issue[] = [];
  const mismatch = (key: string, why: (value: string) => { message: string; mend: string } | null) => {
    const field = fields.get(key);
    const wrong = field === undefined ? null : why(field.value);
    if (field !== undefined && wrong !== null) {
      issues.push(issueOf("MANIFEST_MISMATCH", FILE, { ...wrong, line: field.line }));
    }
  };
  for (const [key, wanted] of [["name", manifest?.id], ["version", manifest?.version]] as const) {
    if (typeof wanted !== "string") continue;
    mismatch(key, (value) =>
      value === wanted ? null : {
        message: `The ${key} ${shown(value)} is not that of phases.json, ${shown(wanted)}`,
        mend: `Write the same ${key === "name" ? "name here and id" : "version here and"} in phases.json`,
      });
  }
  mismatch("owner", (value) =>
    isClean(value) ? null : {
      message: `The owner ${
        shown(value)
      } holds hidden characters, another form than NFKC, or a full stop at its end`,
      mend: "Write the owner in plain characters",
    });
  mismatch("license", (value) =>
    (LICENCES as readonly string[]).includes(value) ? null : {
      message: `The licence ${shown(value)} is none of those that the contract knows`,
      mend: `Name one of ${LICENCES.join(", ")}, or leave the key out`,
    });
  return issues;
}

type Line = { readonly key: string; readonly value: string } | { readonly issue: Issue };

function readLine(
  content: string,
  { line, seen }: { readonly line: number; readonly seen: ReadonlyMap<string, FrontmatterField> },
): Line {
  const refuse = (code: string, message: string, mend: string) => ({
    issue: issueOf(code, FILE, { message, mend, line }),
  });
  if (/^\s/.test(content)) {
    return refuse(
      "FRONTMATTER_NESTED",
      "The front matter has an indented line",
      "Write flat key: value lines only",
    );
  }
  const colon = content.indexOf(":");
  if (colon === -1) {
    return refuse(
      "FRONTMATTER",
      `The line ${shown(content)} has no colon`,
      'Write it as "key: value", or remove it',
    );
  }
  const key = content.slice(0, colon).trimEnd();
  if (!/^[a-z][a-z0-9_-]*$/.test(key)) {
    return refuse(
      "FRONTMATTER_KEY",
      `The key ${shown(key)} is not of the form a-key`,
      `Use one of ${ALLOWED}`,
    );
  }
  if (!KEYS.includes(key)) {
    return refuse(
      "FRONTMATTER_UNKNOWN_KEY",
      `The contract knows no key ${shown(key)}`,
      `Use only ${ALLOWED}`,
    );
  }
  const first = seen.get(key);
  if (first !== undefined) {
    return refuse(
      "FRONTMATTER_DUP",
      `The key ${shown(key)} stands twice`,
      `Remove this or line ${first.line}`,
    );
  }
  const raw = content.slice(colon + 1).trim();
  if (/^[{[]|^-(?:\s|$)/.test(raw)) {
    return refuse("FRONTMATTER_NESTED", `The value of ${key} is a list or a map`, "Write one plain value");
  }
  const value = plainValue(raw);
  if (value === "" || value.length > MAX_VALUE) {
    const message = value === ""
      ? `The value of ${key} is empty`
      : `The value of ${key} is longer than ${MAX_VALUE}`;
    return refuse("FRONTMATTER_VALUE", message, `Write 1 to ${MAX_VALUE} characters, or remove the key`);
  }
  return { key, value };
}

/** The value without its comment and quotes. A `#` begins a comment only where YAML's would (1.2.2, 6.6). */
function plainValue(raw: string): string {
  const quote = raw[0] === '"' || raw[0] === "'" ? raw[0] : null;
  const close = quote === null ? -1 : raw.indexOf(quote, 1);
  if (close !== -1 && /^\s*(?:\s#.*)?$/.test(raw.slice(close + 1))) return folded(raw.slice(1, close));
  return folded(raw.replace(/(?:^|\s)#.*$/, ""));
}

function folded(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function isClean(value: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(value) && value === value.normalize("NFKC") && !value.endsWith(".") &&
    value === value.trim();
}
