/** A skill package that passes, written where a test wants it, with whatever the test changes about it. */
import { basename, dirname, join } from "node:path";

/** The fourteen titles of the contract, in its own order. */
export const TITLES: readonly string[] = [
  "Loi centrale",
  "Ce que ce skill fait",
  "Ce que ce skill ne fait pas",
  "Conditions d'activation",
  "Conditions d'exclusion",
  "Capacites necessaires",
  "Interdictions",
  "Methode d'audit",
  "Contrat de preuve",
  "Format de sortie",
  "Conditions de blocage",
  "Limites connues",
  "Exemples d'entree",
  "Exemple de sortie attendue",
];

/** What a test changes about the package. */
export interface PackageOverrides {
  /** Merged over the manifest's fields; a field given as undefined is left out. */
  readonly manifest?: Readonly<Record<string, unknown>>;
  /** `phases.json` word for word instead. */
  readonly manifestText?: string;
  /** The lines between the two `---` instead; null leaves the frontmatter out. */
  readonly frontmatter?: string | null;
  /** What follows the frontmatter instead. */
  readonly body?: string;
  /** `SKILL.md` word for word instead. */
  readonly skill?: string;
  /** Further files by path, or others in place of those of the package; null leaves one out. */
  readonly files?: Readonly<Record<string, string | Uint8Array | null>>;
}

/** The manifest's fields of a package that passes. */
export function manifestOf(id: string): Record<string, unknown> {
  return {
    schema_version: "1.1",
    id,
    version: "1.0.0",
    title: `Skill ${id}`,
    description: "Reads a project and says what it found",
    domain: "engineering",
    project_types: ["python"],
    platforms: ["linux", "macos"],
    activation: { any: ["has_python"] },
    exclusions: [],
    requires_capabilities: ["filesystem_read"],
    optional_capabilities: ["filesystem_search"],
    forbidden_capabilities: ["web"],
    provides_capabilities: ["project_audit"],
    execution_mode: "read_only",
    human_approval: "not_required_for_audit",
    output_schema: "core:FINDING_SCHEMA.json",
    rules_path: "rules",
    references_path: "references",
    scripts_path: "scripts",
    tests_path: "tests",
    files: ["references/guide.md", "rules/rules.md", "scripts/README.md", "tests/README.md"],
  };
}

/** A body with the fourteen sections. */
export function bodyOf(titles: readonly string[] = TITLES): string {
  return titles.map((title) => `## ${title}\n\nWhat this part says.\n`).join("\n");
}

/** The frontmatter's lines that go with the manifest. */
export function frontmatterOf(manifest: Readonly<Record<string, unknown>>): string {
  return [
    `name: ${manifest["id"]}`,
    `description: ${manifest["description"]}`,
    `version: ${manifest["version"]}`,
    "owner: Example Author",
    "license: MIT",
  ].join("\n");
}

/**
 * Writes a package into the directory, which is made; its id is the directory's name unless the manifest says
 * otherwise. Files are written in the order given, the package's own first.
 *
 * @returns The directory.
 */
export async function writePackage(directory: string, overrides: PackageOverrides = {}): Promise<string> {
  const manifest = { ...manifestOf(basename(directory)), ...overrides.manifest };
  const lines = overrides.frontmatter === undefined ? frontmatterOf(manifest) : overrides.frontmatter;
  const head = lines === null ? "" : `---\n${lines}\n---\n\n`;
  const files: Record<string, string | Uint8Array | null> = {
    "SKILL.md": overrides.skill ?? `${head}${overrides.body ?? bodyOf()}`,
    "phases.json": overrides.manifestText ?? `${JSON.stringify(manifest, null, 2)}\n`,
    "references/guide.md": "# Guide\n\nWhat to read first.\n",
    "rules/rules.md": "# Rules\n\nNone that a law names.\n",
    "scripts/README.md": "No scripts.\n",
    "tests/README.md": "No tests.\n",
    ...overrides.files,
  };
  await Deno.mkdir(directory, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    if (content === null) continue;
    await Deno.mkdir(dirname(join(directory, path)), { recursive: true });
    await (typeof content === "string"
      ? Deno.writeTextFile(join(directory, path), content)
      : Deno.writeFile(join(directory, path), content));
  }
  return directory;
}

/** Writes a plain Agent Skills package: a `SKILL.md` with the frontmatter's lines, and further files. */
export async function writeAgentSkill(
  directory: string,
  { frontmatter, body = "# What to do\n\nRead the project.\n", files = {} }: {
    readonly frontmatter?: string;
    readonly body?: string;
    readonly files?: Readonly<Record<string, string>>;
  } = {},
): Promise<string> {
  const lines = frontmatter ?? `name: ${basename(directory)}\ndescription: Reads a project`;
  await Deno.mkdir(directory, { recursive: true });
  await Deno.writeTextFile(join(directory, "SKILL.md"), `---\n${lines}\n---\n${body}`);
  for (const [path, content] of Object.entries(files)) {
    await Deno.mkdir(dirname(join(directory, path)), { recursive: true });
    await Deno.writeTextFile(join(directory, path), content);
  }
  return directory;
}
