/** The packages that a project's manifests ask for. */
import { cratesOf } from "../cargo.ts";
import { readToml, type Table, tableOf } from "../toml.ts";
import type { Ecosystem } from "./packages.ts";

/** The packages of one manifest. */
export interface Asked {
  readonly ecosystem: Ecosystem;
  /** Normalised as the registry does, sorted, without repeats. */
  readonly names: readonly string[];
}

const REQUIREMENTS = /^requirements(?:[-_.][a-z0-9._-]*)?\.txt$/;

/**
 * Whether a file of this name is read for the packages that it asks for.
 *
 * @param name In lower case, without folders.
 *
 * @example
 * ```ts
 * import { isManifest } from "gatehouse/skills/detector/signs/manifests.ts";
 *
 * if (!isManifest("requirements-dev.txt") || isManifest("package-lock.json")) throw new Error("misjudged");
 * ```
 */
export function isManifest(name: string): boolean {
  return ["package.json", "pyproject.toml", "pipfile", "cargo.toml"].includes(name) ||
    REQUIREMENTS.test(name);
}

/**
 * The packages that a manifest asks for; none where it is malformed.
 *
 * @param name The file's name in lower case; one that `isManifest` takes.
 * @param text What it holds.
 *
 * @example
 * ```ts
 * import { packagesIn } from "gatehouse/skills/detector/signs/manifests.ts";
 *
 * const { names } = packagesIn("requirements.txt", "Flask_Login>=0.6 # sessions\n-r more.txt\n");
 * if (names.join() !== "flask-login") throw new Error("misread");
 * ```
 */
export function packagesIn(name: string, text: string): Asked {
  if (name === "package.json") return { ecosystem: "npm", names: sorted(ofNode(text)) };
  if (name === "cargo.toml") return { ecosystem: "crates", names: cratesOf(readToml(text) ?? {}) };
  const names = name.endsWith(".txt") ? ofLines(text) : ofPython(readToml(text) ?? {});
  return { ecosystem: "pypi", names: sorted(names.map(normalised)) };
}

/** `package.json` of npm: all its maps of packages, also those for development. */
function ofNode(text: string): string[] {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return [];
  }
  const tables = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
  return tables.flatMap((table) => Object.keys(tableOf(tableOf(document)[table])));
}

/** `pyproject.toml` (PEP 621, PEP 735, Poetry) and `Pipfile`. */
function ofPython(document: Table): string[] {
  const project = tableOf(document["project"]);
  const poetry = tableOf(tableOf(document["tool"])["poetry"]);
  const lists = [
    project["dependencies"],
    ...Object.values(tableOf(project["optional-dependencies"])),
    ...Object.values(tableOf(document["dependency-groups"])),
  ];
  const tables = [
    poetry["dependencies"],
    poetry["dev-dependencies"],
    ...Object.values(tableOf(poetry["group"])).map((group) => tableOf(group)["dependencies"]),
    document["packages"],
    document["dev-packages"],
  ];
  return [
    ...lists.flatMap((list) => Array.isArray(list) ? list.flatMap(requirement) : []),
    ...tables.flatMap((table) => Object.keys(tableOf(table))),
  ];
}

/** A requirements file of pip: one requirement a line; options begin with a dash. */
function ofLines(text: string): string[] {
  return text.split(/\r?\n/).flatMap(requirement);
}

/** The name that a requirement begins with (PEP 508). */
function requirement(text: unknown): string[] {
  const name = typeof text === "string"
    ? /^\s*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)/.exec(text)?.[1]
    : "";
  return name === undefined || name === "" ? [] : [name];
}

/** PEP 503. */
function normalised(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
