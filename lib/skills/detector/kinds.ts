/** What the name of a file says about its project. Names are compared in lower case. */
import type { ProfileLanguage, ProfileType } from "../contract/vocabularies.ts";

/** What one name says. */
export interface Kind {
  readonly type?: ProfileType;
  readonly language?: ProfileLanguage;
  readonly why: string;
}

const PYTHON: Kind = { type: "python", language: "python", why: "A Python source file" };
const PYTHON_PROJECT: Kind = { type: "python", language: "python", why: "Describes a Python project" };
const SKILL_PACKAGE: Kind = { type: "skill_package", why: "Belongs to a skill package" };
const PAGE: Kind = { type: "web", why: "A web page" };
const COMPONENT: Kind = { type: "web", why: "A component of a web page" };
const JAVASCRIPT: Kind = { type: "web", language: "javascript", why: "A JavaScript source file" };
const TYPESCRIPT: Kind = { type: "web", language: "typescript", why: "A TypeScript source file" };

const BY_EXTENSION: ReadonlyMap<string, Kind> = new Map([
  [".apk", { type: "apk", why: "An Android package" }],
  [".py", PYTHON],
  [".rs", { language: "rust", why: "A Rust source file" }],
  [".html", PAGE],
  [".htm", PAGE],
  [".js", JAVASCRIPT],
  [".mjs", JAVASCRIPT],
  [".cjs", JAVASCRIPT],
  [".jsx", JAVASCRIPT],
  [".ts", TYPESCRIPT],
  [".tsx", TYPESCRIPT],
  [".vue", COMPONENT],
  [".svelte", COMPONENT],
]);

const BY_NAME: ReadonlyMap<string, Kind> = new Map([
  ["cargo.toml", { language: "rust", why: "Describes a Rust project" }],
  ["package.json", { type: "web", why: "Describes a JavaScript package" }],
  ["phases.json", SKILL_PACKAGE],
  ["pipfile", PYTHON_PROJECT],
  ["pyproject.toml", PYTHON_PROJECT],
  ["requirements.txt", PYTHON_PROJECT],
  ["setup.cfg", PYTHON_PROJECT],
  ["setup.py", PYTHON_PROJECT],
  ["skill.md", SKILL_PACKAGE],
  ["skills_contract.md", SKILL_PACKAGE],
]);

/**
 * What the name of a file says; null where it says nothing.
 *
 * @param name In lower case, without folders.
 *
 * @example
 * ```ts
 * import { kindOf } from "gatehouse/skills/detector/kinds.ts";
 *
 * if (kindOf("app.tsx")?.language !== "typescript" || kindOf("main.go") !== null) throw new Error("misjudged");
 * ```
 */
export function kindOf(name: string): Kind | null {
  return BY_NAME.get(name) ?? BY_EXTENSION.get(extensionOf(name)) ?? null;
}

/**
 * The last dot of the name and what follows it; empty where the name has none but at its start.
 *
 * @example
 * ```ts
 * import { extensionOf } from "gatehouse/skills/detector/kinds.ts";
 *
 * if (extensionOf("a.test.ts") !== ".ts" || extensionOf(".py") !== "") throw new Error("wrong extension");
 * ```
 */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  // Dots that a name begins with hide it; they begin no extension.
  return /[^.]/.test(name.slice(0, Math.max(dot, 0))) ? name.slice(dot) : "";
}
