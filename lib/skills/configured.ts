/** The roots and gap rules that the settings name, read and checked. It runs in the program, never in a worker. */
import { oneLine } from "../core/bounds.ts";
import { ToolError } from "../core/errors.ts";
import { readTrusted } from "../core/files.ts";
import { EXAMPLE_GAP_RULES } from "./planner/gaps.ts";
import { parseGapRules } from "./planner/gap_rules.ts";
import { configuredRoots, readRootsFile } from "./registry/roots.ts";
import type { SkillsSettings } from "./settings.ts";
import type { GapRule, Root } from "./types.ts";

/** Bytes of a file of gap rules. */
const MAX_RULES_BYTES = 65_536;

/**
 * The roots, sorted by key; none when none is configured, which is no mistake: a project can be profiled without.
 *
 * @throws ToolError `CONFIG_INVALID`, whose message begins with "Invalid skills configuration".
 *
 * @example
 * ```ts
 * import { rootsOf } from "gatehouse/skills/configured.ts";
 * import { skillsSettings } from "gatehouse/skills/settings.ts";
 *
 * if ((await rootsOf(skillsSettings.parse({}))).length !== 0) throw new Error("a root from nowhere");
 * const settings = skillsSettings.parse({ configFile: "/nowhere/skills-roots.json" });
 * const code = await rootsOf(settings).then(() => "", (error) => error.code);
 * if (code !== "CONFIG_INVALID") throw new Error(code);
 * ```
 */
export async function rootsOf(
  { roots, configFile, format }: Pick<SkillsSettings, "roots" | "configFile" | "format">,
): Promise<readonly Root[]> {
  if (roots.length === 0 && configFile === null) return [];
  try {
    const further = configFile === null ? [] : await readRootsFile(configFile);
    return configuredRoots(
      [...roots, ...further].map(({ id, path, format: own, followLinks }) => ({
        id,
        path,
        format: own ?? format,
        ...(followLinks === undefined ? {} : { followLinks }),
      })),
    );
  } catch (error) {
    throw asConfigError(error);
  }
}

/**
 * The gap rules: the operator's, or the built-in example.
 *
 * @throws ToolError `CONFIG_INVALID`.
 *
 * @example
 * ```ts
 * import { gapRulesOf } from "gatehouse/skills/configured.ts";
 * import { skillsSettings } from "gatehouse/skills/settings.ts";
 *
 * const [rule] = await gapRulesOf(skillsSettings.parse({}));
 * if (rule?.gap_id !== "GAP-EXAMPLE") throw new Error("no example");
 * ```
 */
export async function gapRulesOf(
  { gapRules }: Pick<SkillsSettings, "gapRules">,
): Promise<readonly GapRule[]> {
  if (gapRules === null) return EXAMPLE_GAP_RULES;
  let bytes: Uint8Array;
  try {
    bytes = await readTrusted(gapRules, { maxBytes: MAX_RULES_BYTES });
  } catch (error) {
    throw asConfigError(error, "GAP_RULES_UNAVAILABLE");
  }
  const read = parseGapRules(bytes);
  if (read.ok) return read.rules;
  const [first] = read.issues;
  const { code = "GAP_RULES_INVALID", message = "", line, mend = "Mend the file" } = first ?? {};
  throw invalid(`${code}: ${message}${line === undefined ? "" : `, line ${line}`}`, mend);
}

/**
 * Looks at all that the settings name.
 *
 * @param settings As the configuration's schema has checked them; what is left out has its default.
 * @throws ToolError `CONFIG_INVALID`.
 *
 * @example
 * ```ts
 * import { check } from "gatehouse/skills/configured.ts";
 *
 * await check({});
 * const code = await check({ gapRules: "/nowhere.json" }).then(() => "", (error) => error.code);
 * if (code !== "CONFIG_INVALID") throw new Error(code);
 * ```
 */
export async function check(settings: unknown): Promise<void> {
  // The configuration's own schema has checked it; the family's would take longer to load than all of this.
  const { roots = [], configFile = null, format = "phases", gapRules = null } = settings as Partial<
    SkillsSettings
  >;
  await Promise.all([rootsOf({ roots, configFile, format }), gapRulesOf({ gapRules })]);
}

/** Every mistake in what the operator configured has one code; the family's own stands in the message. */
function asConfigError(error: unknown, code?: string): unknown {
  if (!(error instanceof ToolError)) return error;
  const told = error.message.replace(/^Invalid skills configuration: /, "");
  return invalid(`${code ?? codeOf(error)}: ${told}`, error.next ?? "Check the file");
}

/** What a file of roots cannot be read for is a mistake in the configuration, like what is wrong inside it. */
function codeOf({ code }: ToolError): string {
  return code.startsWith("SKILL_") ? code : "SKILL_ROOT_CONFIG";
}

function invalid(problem: string, next: string): ToolError {
  return new ToolError("CONFIG_INVALID", `Invalid skills configuration: ${oneLine(problem, 1_000)}`, {
    next,
  });
}
