/** The rules: every JSON file directly in the rules path. One that holds no object is no rule. */
import { isRecord } from "../../core/record.ts";
import type { Entry } from "../../core/rooted_files.ts";
import { keyFold } from "../text/fold.ts";
import { parseJson } from "../text/strict_json.ts";
import type { Issue } from "../types.ts";
import { issueOf, shown } from "./issue.ts";
import { fileIssue, type PackageReader } from "./reader.ts";
import { jsonSecretIssues } from "./value_issues.ts";

const MAX_BYTES = 1_048_576;
/** Of all rules of a package. */
const ALL_BYTES = 8 * MAX_BYTES;

/** One rule, as its file has it. */
export interface RuleFile {
  /** Relative to the package. */
  readonly file: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** The line of the value at a JSON pointer. */
  readonly lineOf: (pointer: string) => number | undefined;
}

/**
 * Reads the rules.
 *
 * @param reader Of the package.
 * @param options `rulesPath` and what it holds.
 *
 * @example
 * ```ts
 * import { PackageReader } from "gatehouse/skills/validator/reader.ts";
 * import { readRules } from "gatehouse/skills/validator/rules.ts";
 *
 * const directory = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.mkdir(`${directory}/rules`);
 * await Deno.writeTextFile(`${directory}/rules/a.json`, '{"rule_id": "A-1"}');
 * const reader = new PackageReader(directory);
 * const { rules } = readRules(reader, { rulesPath: "rules", entries: reader.list("rules") });
 * if (rules[0]?.value["rule_id"] !== "A-1") throw new Error("not read");
 * ```
 */
export function readRules(
  reader: PackageReader,
  { rulesPath, entries }: { readonly rulesPath: string; readonly entries: readonly Entry[] },
): { readonly rules: readonly RuleFile[]; readonly issues: readonly Issue[] } {
  const rules: RuleFile[] = [];
  const issues: Issue[] = [];
  const seen = new Map<string, string>();
  let total = 0;
  for (const { name, kind } of entries) {
    if (kind !== "file" || name.startsWith(".") || !name.endsWith(".json")) continue;
    const file = `${rulesPath}/${name}`;
    let bytes: Uint8Array;
    try {
      bytes = reader.read(file, { maxBytes: MAX_BYTES });
    } catch (error) {
      issues.push(fileIssue(error));
      continue;
    }
    total += bytes.byteLength;
    if (total > ALL_BYTES) {
      issues.push(issueOf("TOO_LARGE", rulesPath, {
        message: `The rules have more than ${ALL_BYTES} bytes together`,
        mend: "Keep fewer or shorter rules, or put them into several packages",
      }));
      break;
    }
    const read = parseJson(bytes, { file, maxBytes: MAX_BYTES });
    if (!read.ok) {
      issues.push(read.issue);
      continue;
    }
    const { value, lineOf } = read;
    issues.push(...jsonSecretIssues(bytes, { value, file, lineOf }));
    if (!isRecord(value)) continue;
    rules.push({ file, value, lineOf });
    const id = value["rule_id"];
    if (typeof id !== "string") continue;
    const first = seen.get(keyFold(id));
    if (first === undefined) seen.set(keyFold(id), file);
    else {
      issues.push(issueOf("DUPLICATE_RULE", file, {
        message: `The rule_id ${shown(id)} is that of ${first} too`,
        mend: "Give each rule an id of its own; case and form do not tell them apart",
        line: lineOf("/rule_id"),
      }));
    }
  }
  return { rules, issues };
}
