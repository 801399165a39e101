/**
 * What no text of a package may hold, looked for in what was read of a document: an escape (`\u0067`) hides it from
 * whoever looks at the document's own text.
 */
import { hiddenIn } from "../text/hidden.ts";
import { secretsIn } from "../text/secrets.ts";
import type { Issue } from "../types.ts";
import { hiddenIssues, secretIssues } from "./text_issues.ts";

/** Issues of one kind that one value may bring. */
const MOST = 20;

/** Where the texts of a value stand. */
export interface ValueOptions {
  readonly file: string;
  /** The line of the value at a JSON pointer, from 1. */
  readonly lineOf: (pointer: string) => number | undefined;
  /** What was found in the document's own text; its lines are not named again. */
  readonly known: readonly Issue[];
}

/**
 * One issue for each line whose value, or key, is something like a secret once it is read.
 *
 * @example
 * ```ts
 * import { valueSecretIssues } from "gatehouse/skills/validator/value_issues.ts";
 *
 * const value = { note: "ghp_" + "aB3dE5".repeat(6) };
 * const [issue] = valueSecretIssues(value, { file: "a.json", lineOf: () => 3, known: [] });
 * if (issue?.code !== "SECRET_UNMASKED" || issue.line !== 3) throw new Error("not found");
 * ```
 */
export function valueSecretIssues(value: unknown, options: ValueOptions): Issue[] {
  return issuesIn(value, { ...options, isFound: (text) => secretsIn(text).length > 0, say: secretIssues });
}

/**
 * One issue for each line whose value, or key, holds characters that show nothing once it is read.
 *
 * @example
 * ```ts
 * import { valueHiddenIssues } from "gatehouse/skills/validator/value_issues.ts";
 *
 * const [issue] = valueHiddenIssues({ a: ["b\u202ec"] }, { file: "a.json", lineOf: () => 2, known: [] });
 * if (issue?.code !== "SKILL_HIDDEN_TEXT" || issue.line !== 2) throw new Error("not found");
 * ```
 */
export function valueHiddenIssues(value: unknown, options: ValueOptions): Issue[] {
  return issuesIn(value, { ...options, isFound: (text) => hiddenIn(text, 1).length > 0, say: hiddenIssues });
}

/**
 * All issues of secrets in a JSON document: of its own text, and of what its escapes hide.
 *
 * @param bytes The document.
 * @param options `value`: what was read of it.
 *
 * @example
 * ```ts
 * import { jsonSecretIssues } from "gatehouse/skills/validator/value_issues.ts";
 *
 * const text = '{"note": "\\u0067hp_' + "aB3dE5".repeat(6) + '"}';
 * const read = { value: JSON.parse(text), file: "a.json", lineOf: () => 1 };
 * if (jsonSecretIssues(new TextEncoder().encode(text), read).length !== 1) throw new Error("not found");
 * ```
 */
export function jsonSecretIssues(
  bytes: Uint8Array,
  { value, file, lineOf }: Omit<ValueOptions, "known"> & { readonly value: unknown },
): Issue[] {
  const text = new TextDecoder().decode(bytes);
  const known = secretIssues(text, file);
  // Without an escape every text reads as it is written.
  return text.includes("\\") ? [...known, ...valueSecretIssues(value, { file, lineOf, known })] : known;
}

function issuesIn(
  value: unknown,
  { file, lineOf, known, isFound, say }: ValueOptions & {
    readonly isFound: (text: string) => boolean;
    readonly say: (text: string, file: string) => Issue[];
  },
): Issue[] {
  const found: Issue[] = [];
  for (const { text, pointer } of textsIn(value, "")) {
    if (!isFound(text)) continue;
    const [issue] = say(text, file);
    if (issue === undefined) continue;
    const { line: _, ...said } = issue;
    const line = lineOf(pointer);
    const isKnown = [...known, ...found].some((other) => other.code === issue.code && other.line === line);
    if (!isKnown) found.push(line === undefined ? said : { ...said, line });
    if (found.length >= MOST) break;
  }
  return found;
}

/** Every text and every key of the value, which nests as deep as its reader allows. */
function* textsIn(value: unknown, pointer: string): Generator<{ text: string; pointer: string }> {
  if (typeof value === "string") yield { text: value, pointer };
  if (typeof value !== "object" || value === null) return;
  const isList = Array.isArray(value);
  for (const [key, inner] of Object.entries(value)) {
    const step = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (!isList) yield { text: key, pointer: step };
    yield* textsIn(inner, step);
  }
}
