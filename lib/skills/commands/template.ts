/** The files of a new package: what passes as written, and what its author is to replace. */
import { REQUIRED_SECTIONS } from "../contract/vocabularies.ts";

/** What a new package is made from. */
export interface TemplateOptions {
  /** Project types, each one that the detector tells apart. */
  readonly types: readonly string[];
}

/** What stands under each heading until its author writes it. */
const ADVICE: Readonly<Record<(typeof REQUIRED_SECTIONS)[number], string>> = {
  "Loi centrale": "The one rule that holds when the others leave something open.",
  "Ce que ce skill fait": "- What it looks at, and what it says about it.",
  "Ce que ce skill ne fait pas": "- What a reader might expect and will not get.",
  "Conditions d'activation": "When it applies: the facts that `activation.any` names.",
  "Conditions d'exclusion": "When it does not apply although its facts hold.",
  "Capacites necessaires": "- Needs `filesystem_read`.\n- Better with `filesystem_search`.",
  "Interdictions": "- Running anything of the project.\n- Changing a file.",
  "Methode d'audit": "1. The first step: which files to read.\n2. The next one: what to compare.",
  "Contrat de preuve": "What each statement must be proved with: a path, a line, a list of places searched.",
  "Format de sortie": "Findings in the form of `core:FINDING_SCHEMA.json`.",
  "Conditions de blocage": "- What must be there before any statement can be made.",
  "Limites connues": "- What it cannot see.",
  "Exemples d'entree": "- A project that it is meant for.",
  "Exemple de sortie attendue": "One finding as it should read, with its rule, path and line.",
};

/** The fact by which the detector confirms each project type. */
const FACTS: Readonly<Record<string, string>> = {
  apk: "has_apk",
  python: "has_python",
  skill_package: "has_skill_packages",
  solana: "has_solana",
  web: "has_web",
};

/**
 * The files by their paths, relative to the package.
 *
 * @param id The package's identifier, which has been checked.
 *
 * @example
 * ```ts
 * import { packageFiles } from "gatehouse/skills/commands/template.ts";
 *
 * const files = packageFiles("first-look", { types: ["python"] });
 * if (JSON.parse(files.get("phases.json") ?? "{}").id !== "first-look") throw new Error("another package");
 * ```
 */
export function packageFiles(id: string, { types }: TemplateOptions): ReadonlyMap<string, string> {
  const description = "Says in one sentence what this skill is for";
  const files = new Map([
    ["SKILL.md", skillText(id, description)],
    [
      "rules/rule-001.json",
      `${
        JSON.stringify({ rule_id: `${ruleName(id)}-001`, title: "What must hold", look_for: "" }, null, 2)
      }\n`,
    ],
    ["references/README.md", "# References\n\nWhat a reader should know before judging.\n"],
    ["scripts/README.md", "This skill brings no script.\n"],
    ["tests/README.md", "# Tests\n\nInputs, and what should be said of each.\n"],
  ]);
  const manifest = {
    schema_version: "1.1",
    id,
    version: "0.1.0",
    title: id,
    description,
    domain: "engineering",
    project_types: [...types],
    platforms: ["linux", "macos", "windows"],
    activation: { any: types.map((type) => FACTS[type] ?? "has_source_code") },
    exclusions: [],
    requires_capabilities: ["filesystem_read"],
    optional_capabilities: ["filesystem_search"],
    forbidden_capabilities: ["filesystem_write", "target_code_execution"],
    provides_capabilities: ["project_profile"],
    execution_mode: "read_only",
    human_approval: "not_required_for_audit",
    output_schema: "core:FINDING_SCHEMA.json",
    rules_path: "rules",
    references_path: "references",
    scripts_path: "scripts",
    tests_path: "tests",
    files: [...files.keys()],
  };
  return files.set("phases.json", `${JSON.stringify(manifest, null, 2)}\n`);
}

function skillText(id: string, description: string): string {
  const sections = REQUIRED_SECTIONS.map((title) => `## ${title}\n\n${ADVICE[title]}\n`);
  return `---\nname: ${id}\ndescription: ${description}\nversion: 0.1.0\n---\n\n# ${id}\n\n${
    sections.join("\n")
  }`;
}

/** The identifier as the beginning of a rule's: letters of any script have no upper case that is safe, so ASCII only. */
function ruleName(id: string): string {
  return id.toUpperCase().replace(/[^A-Z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "RULE";
}
