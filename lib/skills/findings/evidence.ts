/** What a piece of evidence must have to be worth something. */
import { portablePath } from "../text/portable_path.ts";
import { withoutInvisible } from "../text/fold.ts";
import type { LooseEvidence } from "./loose.ts";
import { brokenBy, type Fault, type Relation } from "./relation.ts";

const MAX_LINE = 10_000_000;
/** UTF-16 units. */
const MAX_EXCERPT = 4000;

const RELATIONS: readonly Relation<LooseEvidence>[] = [
  {
    code: "EVIDENCE_VALIDATION_LEVEL",
    at: "/validation_level",
    broken: ({ level }) => level === "TARGET_VERIFIED",
    says: "claims that the target was verified, which nothing here can do",
    mend: "Write STRUCTURALLY_VALIDATED, or leave the member out",
  },
  {
    code: "EVIDENCE_PATH",
    at: "/path",
    broken: ({ path }) => path !== null && !portablePath(path).ok,
    says: "is no portable relative path",
    mend: "Write the path from the project's root, with slashes",
  },
  {
    code: "EVIDENCE_PATH",
    at: "/searched_in",
    broken: ({ searchedIn }) => searchedIn.some((place) => !portablePath(place).ok),
    says: "names something that is no portable relative path",
    mend: "Write each path from the project's root, with slashes",
  },
  {
    code: "EVIDENCE_LINE",
    at: "/line",
    broken: ({ line }) => line !== null && (line < 1 || line > MAX_LINE),
    says: "is no line of a file",
    mend: `Write a whole number from 1 to ${MAX_LINE}`,
  },
  {
    code: "EVIDENCE_EXCERPT",
    at: "/excerpt",
    broken: ({ excerpt }) => excerpt !== null && (isBlank(excerpt) || excerpt.length > MAX_EXCERPT),
    says: `is blank, or longer than ${MAX_EXCERPT} characters`,
    mend: "Quote the few lines that show it",
  },
  {
    code: "EVIDENCE_WEAK",
    at: "",
    broken: ({ type, path }) => (type === "file" || type === "config") && !isUsable(path),
    says: "names no file",
    mend: "Name the file that shows it",
  },
  {
    code: "EVIDENCE_WEAK",
    at: "",
    broken: ({ type, line, excerpt }) => type === "file" && (line === null || excerpt === null),
    says: "is a file without line and excerpt",
    mend: "Add the line and quote it",
  },
  {
    code: "EVIDENCE_WEAK",
    at: "",
    broken: ({ type, line, excerpt }) => type === "config" && line === null && excerpt === null,
    says: "is a configuration without line or excerpt",
    mend: "Add the line, or quote the key with its value",
  },
  {
    code: "EVIDENCE_WEAK",
    at: "/excerpt",
    broken: ({ type, excerpt }) =>
      type === "config" && excerpt !== null && !isBlank(excerpt) && !/[=:]/.test(excerpt),
    says: "quotes no key with its value",
    mend: "Quote the whole setting",
  },
  {
    code: "EVIDENCE_WEAK",
    at: "",
    broken: ({ type, searchedIn }) => type === "absence" && searchedIn.length === 0,
    says: "is an absence that was looked for nowhere",
    mend: "List the searched files in searched_in",
  },
  {
    code: "EVIDENCE_WEAK",
    at: "/result",
    broken: ({ type, result }) =>
      type === "absence" && withoutInvisible(result ?? "").trim().toLowerCase() !== "absent",
    says: "is not exactly `absent`",
    mend: "Write absent when nothing was found; otherwise this is no absence",
  },
  {
    code: "EVIDENCE_WEAK",
    at: "",
    broken: ({ type, excerpt }) => type === "log" && excerpt === null,
    says: "is a log without excerpt",
    mend: "Quote the lines of the log",
  },
];

/**
 * What is wrong with a piece of evidence by itself.
 *
 * @example
 * ```ts
 * import { evidenceFaults } from "gatehouse/skills/findings/evidence.ts";
 * import { looseFinding } from "gatehouse/skills/findings/loose.ts";
 *
 * const [evidence] = looseFinding({ evidence: [{ type: "file", path: "../x", method: "read" }] }).evidence ?? [];
 * if (evidence === undefined) throw new Error("lost");
 * const codes = evidenceFaults(evidence).map(({ code }) => code).join();
 * if (codes !== "EVIDENCE_PATH,EVIDENCE_WEAK") throw new Error(codes);
 * ```
 */
export function evidenceFaults(evidence: LooseEvidence): readonly Fault[] {
  return brokenBy(evidence, RELATIONS);
}

/**
 * Whether the evidence can carry a confirmed finding: a file, a configuration or an absence, with its path.
 *
 * @example
 * ```ts
 * import { isStrong } from "gatehouse/skills/findings/evidence.ts";
 *
 * if (isStrong({ type: "observation", path: "a.py" }) || !isStrong({ type: "absence", path: "a.py" })) {
 *   throw new Error("wrong weight");
 * }
 * ```
 */
export function isStrong({ type, path }: Pick<LooseEvidence, "type" | "path">): boolean {
  return (isActive({ type }) || type === "absence") && isUsable(path);
}

/**
 * Whether the evidence shows something that is there, as an absence does not.
 *
 * @example
 * ```ts
 * import { isActive } from "gatehouse/skills/findings/evidence.ts";
 *
 * if (isActive({ type: "absence" }) || !isActive({ type: "config" })) throw new Error("wrong kind");
 * ```
 */
export function isActive({ type }: Pick<LooseEvidence, "type">): boolean {
  return type === "file" || type === "config";
}

function isUsable(path: string | null): boolean {
  return path !== null && !["", ".", "decorative"].includes(path.trim());
}

function isBlank(text: string): boolean {
  return withoutInvisible(text).trim() === "";
}
