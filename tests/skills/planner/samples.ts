/** Skills and profiles for the planner's tests. */
import type { Manifest, Profile, Skill } from "../../../lib/skills/types.ts";

/** A profile of a readable Python project. */
export function profileWith(changes: Partial<Profile> = {}): Profile {
  return {
    exists: true,
    blocked: false,
    issues: [],
    types: ["python"],
    languages: ["python"],
    facts: ["has_python", "has_source_code"],
    markers: { python: ["app.py", "pyproject.toml"] },
    likely: [],
    evidence: [],
    ...changes,
  };
}

/** A skill for Python projects that needs to read and likes to search. */
export function skillWith(id: string, changes: Partial<Manifest> = {}): Skill {
  const manifest: Manifest = {
    schema_version: "1.1",
    id,
    version: "1.0.0",
    title: `Title of ${id}`,
    description: "Looks at a project",
    domain: "quality",
    project_types: ["python"],
    platforms: ["any"],
    activation: { any: ["has_python"] },
    exclusions: [],
    requires_capabilities: ["filesystem_read"],
    optional_capabilities: ["filesystem_search"],
    forbidden_capabilities: ["web"],
    provides_capabilities: [],
    execution_mode: "read_only",
    human_approval: "not_required_for_audit",
    output_schema: "core:FINDING_SCHEMA.json",
    rules_path: "rules",
    references_path: "references",
    scripts_path: "scripts",
    tests_path: "tests",
    files: ["references/a.md"],
    ...changes,
  };
  return {
    id,
    key: id.toLowerCase(),
    rootId: "demo",
    directory: `/roots/demo/${id}`,
    format: "phases",
    manifest,
    content: `# ${id}\n`,
    files: [{ path: "SKILL.md", size: 2, sha256: "0".repeat(64) }],
    digest: "1".repeat(64),
  };
}
