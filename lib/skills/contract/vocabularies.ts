/** The closed lists of the contract; a word that is not in its list is refused. Each list is sorted by code unit. */

/** What the client that asked may be able to do. Packages require, like or forbid these. */
export const CLIENT_CAPABILITIES = [
  "browser",
  "dependency_installation",
  "filesystem_read",
  "filesystem_search",
  "filesystem_write",
  "human_question",
  "shell",
  "target_code_execution",
  "web",
] as const;

/** How many client capabilities one call may declare. */
export const CLIENT_CAPABILITIES_MAX = 32;

/** A capability's name: also those that packages provide, whose list is open. */
export const CAPABILITY_NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** A gap rule's id. */
export const GAP_ID = /^[A-Z][A-Z0-9-]{0,63}$/;

/** What may be known of a project, version 0.2.0 of the list. `activation.any` and gap rules name these. */
export const PROFILE_FACTS = [
  "collects_personal_data",
  "has_api",
  "has_apk",
  "has_authentication",
  "has_database",
  "has_ecommerce",
  "has_eu_context",
  "has_file_upload",
  "has_javascript",
  "has_python",
  "has_rust",
  "has_skill_packages",
  "has_solana",
  "has_source_code",
  "has_typescript",
  "has_web",
  "uses_ai",
  "uses_payments",
] as const;
/** One fact about a project. */
export type ProfileFact = typeof PROFILE_FACTS[number];

/** The type of a project that nothing speaks for; a word of the wire. */
export const UNKNOWN_TYPE = "inconnu";

/** The kinds of project that the detector tells apart. */
export const DETECTED_TYPES = ["apk", "python", "skill_package", "solana", "web"] as const;

/** Every type that a profile may name. */
export const PROFILE_TYPES = ["apk", UNKNOWN_TYPE, "python", "skill_package", "solana", "web"] as const;
/** One type of a profile. */
export type ProfileType = typeof PROFILE_TYPES[number];

/** The languages that a profile may name. */
export const PROFILE_LANGUAGES = ["javascript", "python", "rust", "typescript"] as const;
/** One language of a profile. */
export type ProfileLanguage = typeof PROFILE_LANGUAGES[number];

/** The titles that `SKILL.md` must have, each once, as headings of level 2 or deeper. They are words of the contract. */
export const REQUIRED_SECTIONS = [
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
] as const;

/** The licences that the front matter may name, as SPDX identifiers. */
export const LICENCES = ["Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "MIT"] as const;

/** The only way in which a package may say that it runs. */
export const EXECUTION_MODES = ["read_only"] as const;

/** When a person must agree. */
export const HUMAN_APPROVALS = ["not_required_for_audit", "required_before_apply"] as const;

/** The versions of `phases.json`. */
export const MANIFEST_VERSIONS = ["1.0", "1.1"] as const;

/** Folders that the detector does not look into, and that hold no packages. Compared as they are spelled. */
export const SKIPPED_FOLDERS = [
  ".git",
  ".idea",
  ".pytest_cache",
  ".venv",
  ".vscode",
  "__pycache__",
  "build",
  "dist",
  "node_modules",
  "target",
  "venv",
] as const;

/** Device names of Windows, lower-case: no file and no id may have one of them for its stem (Microsoft, "Naming Files"). */
export const WINDOWS_DEVICES: readonly string[] = [
  "aux",
  "con",
  "nul",
  "prn",
  ...["com", "lpt"].flatMap((port) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${port}${number}`)),
];

/** What a mask shows in place of something that looks like a secret; a word of the wire. */
export const SECRET_MASK = "<contenu-sensible-masque>";

/** What a mask shows in place of a path of this machine; a word of the wire. */
export const PATH_MASK = "<chemin-local-masque>";

/** The level of proof that a validated package has: its structure was checked, nothing else. */
export const VALIDATION_LEVEL = "STRUCTURALLY_VALIDATED";

/**
 * Whether the value is a word of the list.
 *
 * @example
 * ```ts
 * import { isOneOf, PROFILE_FACTS } from "gatehouse/skills/contract/vocabularies.ts";
 *
 * if (!isOneOf(PROFILE_FACTS, "has_web") || isOneOf(PROFILE_FACTS, "has_wings")) throw new Error("wrong list");
 * ```
 */
export function isOneOf<T extends string>(list: readonly T[], value: unknown): value is T {
  return typeof value === "string" && (list as readonly string[]).includes(value);
}
