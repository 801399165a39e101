/** `phases.json`: its shape by the official schema, then what a schema of that language cannot say. */
import { nearest } from "../../core/nearest.ts";
import { OFFICIAL } from "../contract/schemas/mod.ts";
import { checkShape, type Schema } from "../contract/schema.ts";
import { CAPABILITY_NAME, DETECTED_TYPES, PROFILE_FACTS } from "../contract/vocabularies.ts";
import { skillIdProblem } from "../identity.ts";
import { byCodeUnit } from "../text/canonical_json.ts";
import { caseFold } from "../text/fold.ts";
import type { Issue, Manifest } from "../types.ts";
import { issueOf, shown } from "./issue.ts";
import { textProblem } from "./metadata.ts";
import { outputSchemaIssue } from "./output_schema.ts";
import type { Named } from "./routes.ts";

const FILE = "phases.json";
const MAX_ITEMS = 1_000;
const MAX_ITEM = 500;
/** UTF-16 units that each text may have. */
const MAX_TEXT = { version: 64, title: 256, description: 2048, domain: 128 } as const;
/** Letters of a word that may be a misspelling: `app` and `api` are words of their own, and near `apk`. */
const MISSPELLED_FROM = 4;
const CLIENT_LISTS = ["requires_capabilities", "optional_capabilities", "forbidden_capabilities"] as const;

/**
 * What is wrong with the manifest's fields, apart from the paths that it names.
 *
 * @param named The document, and where its values stand.
 *
 * @example
 * ```ts
 * import { manifestIssues } from "gatehouse/skills/validator/manifest.ts";
 *
 * const issues = manifestIssues({ value: { version: "1.0" }, lineOf: () => undefined });
 * if (!issues.some(({ code }) => code === "VERSION_FORMAT")) throw new Error("not refused");
 * ```
 */
export function manifestIssues(named: Named): Issue[] {
  return [
    ...checkShape(named.value, schema(), { file: FILE, lineOf: named.lineOf }),
    ...new ManifestCheck(named, { file: FILE, isWhole: true }).run(),
  ];
}

/**
 * What is wrong with some of a manifest's fields, where not all of them need stand. Project types may be any words
 * beside a known one, as in a whole manifest; one that looks like a known one misspelled is refused here.
 *
 * @param named The fields, and where their values stand.
 *
 * @example
 * ```ts
 * import { partialManifestIssues } from "gatehouse/skills/validator/manifest.ts";
 *
 * const named = { value: { project_types: ["spaceship"] }, lineOf: () => 7 };
 * const [issue] = partialManifestIssues(named, { file: "SKILL.md" });
 * if (issue?.code !== "PROJECT_TYPE_UNKNOWN" || issue.line !== 7) throw new Error("not refused");
 * ```
 */
export function partialManifestIssues(named: Named, { file }: { readonly file: string }): Issue[] {
  return [
    ...checkShape(named.value, { ...schema(), required: [] }, { file, lineOf: named.lineOf }),
    ...new ManifestCheck(named, { file, isWhole: false }).run(),
  ];
}

function schema(): Schema {
  const official = OFFICIAL["SKILL_MANIFEST_SCHEMA"];
  if (official === undefined) throw new Error("The contract has no schema for manifests");
  return official;
}

/**
 * The manifest in canonical order: every list sorted without regard to case, then by code unit.
 *
 * @param value A document without issues.
 * @param paths The four folders and the files as they are spelled with `/`.
 *
 * @example
 * ```ts
 * import type { Manifest } from "gatehouse/skills/types.ts";
 * import { canonicalManifest } from "gatehouse/skills/validator/manifest.ts";
 *
 * // A whole document has more fields.
 * const value = { platforms: ["Linux", "bsd"] } as unknown as Manifest;
 * const paths = { rules_path: "r", references_path: "f", scripts_path: "s", tests_path: "t", files: [] };
 * if (canonicalManifest(value, paths).platforms.join() !== "bsd,Linux") throw new Error("not sorted");
 * ```
 */
export function canonicalManifest(
  value: Manifest,
  paths: Pick<Manifest, "rules_path" | "references_path" | "scripts_path" | "tests_path" | "files">,
): Manifest {
  return {
    schema_version: value.schema_version,
    id: value.id,
    version: value.version,
    title: value.title,
    description: value.description,
    domain: value.domain,
    project_types: inOrder(value.project_types),
    platforms: inOrder(value.platforms),
    activation: { any: inOrder(value.activation?.any) },
    exclusions: inOrder(value.exclusions),
    requires_capabilities: inOrder(value.requires_capabilities),
    optional_capabilities: inOrder(value.optional_capabilities),
    forbidden_capabilities: inOrder(value.forbidden_capabilities),
    provides_capabilities: inOrder(value.provides_capabilities),
    execution_mode: value.execution_mode,
    human_approval: value.human_approval,
    output_schema: value.output_schema,
    rules_path: paths.rules_path,
    references_path: paths.references_path,
    scripts_path: paths.scripts_path,
    tests_path: paths.tests_path,
    files: inOrder(paths.files),
  };
}

function inOrder(list: readonly string[] | undefined): string[] {
  return (list ?? []).map((item) => ({ item, key: caseFold(item) }))
    .sort((a, b) => byCodeUnit(a.key, b.key) || byCodeUnit(a.item, b.item))
    .map(({ item }) => item);
}

class ManifestCheck {
  readonly #issues: Issue[] = [];
  readonly #value: Named["value"];
  readonly #lineOf: Named["lineOf"];

  readonly #file: string;
  readonly #isWhole: boolean;

  constructor(
    { value, lineOf }: Named,
    { file, isWhole }: { readonly file: string; readonly isWhole: boolean },
  ) {
    this.#value = value;
    this.#lineOf = lineOf;
    this.#file = file;
    this.#isWhole = isWhole;
  }

  run(): Issue[] {
    this.#schemaVersion();
    this.#version();
    this.#id();
    this.#texts();
    this.#lists();
    this.#projectTypes();
    this.#facts();
    this.#capabilities();
    const schema = this.#value["output_schema"];
    const wrong = typeof schema === "string" && schema.trim() !== "" ? outputSchemaIssue(schema) : null;
    if (wrong !== null) this.#report(wrong.code, "/output_schema", wrong);
    return this.#issues;
  }

  #report(code: string, pointer: string, said: { readonly message: string; readonly mend: string }): void {
    this.#issues.push(issueOf(code, this.#file, { ...said, line: this.#lineOf(pointer) }));
  }

  #text(field: string): string | null {
    const value = this.#value[field];
    return typeof value === "string" && value.trim() !== "" ? value : null;
  }

  /** The texts of a list; what is none is the schema's to refuse. */
  #list(field: string): readonly { readonly item: string; readonly pointer: string }[] {
    const holder = field === "activation" ? this.#value[field] : this.#value;
    const key = field === "activation" ? "any" : field;
    const path = field === "activation" ? "/activation/any" : `/${field}`;
    const list = typeof holder === "object" && holder !== null ? Reflect.get(holder, key) : undefined;
    if (!Array.isArray(list)) return [];
    return list.slice(0, MAX_ITEMS + 1).flatMap((item, at) =>
      typeof item === "string" ? [{ item, pointer: `${path}/${at}` }] : []
    );
  }

  #isEmptyList(list: unknown): boolean {
    return Array.isArray(list) && list.length === 0;
  }

  #schemaVersion(): void {
    if (!this.#isWhole) return;
    const { schema_version: schema, provides_capabilities: provides } = this.#value;
    if (schema === "1.0" && provides !== undefined) {
      this.#report("MANIFEST_SCHEMA_VERSION", "/provides_capabilities", {
        message: "schema_version 1.0 knows no provides_capabilities",
        mend: 'Remove provides_capabilities, or write "schema_version": "1.1"',
      });
    } else if (schema === "1.1" && provides === undefined) {
      this.#report("MANIFEST_SCHEMA_VERSION", "/schema_version", {
        message: "schema_version 1.1 asks for provides_capabilities",
        mend: 'Add "provides_capabilities": [], or write "schema_version": "1.0"',
      });
    }
  }

  #version(): void {
    const version = this.#text("version");
    if (version !== null && !/^[0-9]+\.[0-9]+\.[0-9]+$/.test(version)) {
      this.#report("VERSION_FORMAT", "/version", {
        message: `The version ${shown(version)} is not three numbers with dots between them`,
        mend: "Write it like 1.2.3, without anything before or after",
      });
    }
  }

  #id(): void {
    const id = this.#text("id");
    const problem = id === null ? null : skillIdProblem(id);
    if (id === null || problem === null) return;
    this.#report(problem.code, "/id", {
      message: `The id ${shown(id)} ${problem.why}`,
      mend: "Write letters and digits of one script, with - or _ between them, at most 64",
    });
  }

  #texts(): void {
    for (const [field, max] of Object.entries(MAX_TEXT)) {
      const text = this.#text(field);
      const why = text === null ? null : textProblem(text, max);
      if (why === null) continue;
      this.#report("SKILL_METADATA", `/${field}`, {
        message: `The ${field} ${why}`,
        mend: `Write one line of at most ${max} plain characters, without blanks at its ends`,
      });
    }
    const domain = this.#text("domain");
    if (domain === null) return;
    const hasMixedSlashes = domain.includes("/") && domain.includes("\\");
    if (!hasMixedSlashes && !/[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(domain)) return;
    this.#report("DOMAIN_INVALID", "/domain", {
      message: `The domain ${shown(domain)} holds ${hasMixedSlashes ? "both slashes" : "a hidden character"}`,
      mend: "Write the domain in plain words",
    });
  }

  #lists(): void {
    for (const field of ["project_types", "platforms", "files"]) {
      if (!this.#isEmptyList(this.#value[field])) continue;
      this.#report("EMPTY_FIELD", `/${field}`, { message: `${field} is empty`, mend: "List at least one" });
    }
    const lists = [
      "project_types",
      "platforms",
      "activation",
      "exclusions",
      "provides_capabilities",
      "files",
    ];
    for (const field of [...lists, ...CLIENT_LISTS]) {
      const list = this.#list(field);
      if (list.length > MAX_ITEMS) {
        this.#report("SKILL_METADATA", `/${field}`, {
          message: `${field} has more than ${MAX_ITEMS} items`,
          mend: `List at most ${MAX_ITEMS}`,
        });
      }
      const seen = new Set<string>();
      for (const { item, pointer } of list) {
        const why = item === "" ? "is empty" : textProblem(item, MAX_ITEM);
        // What a path, a capability or an empty text is refused for is said by its own check.
        const isSaidElsewhere = field === "files" || field.endsWith("_capabilities");
        const isAgain = seen.has(caseFold(item)) && !isSaidElsewhere;
        seen.add(caseFold(item));
        const isLong = why !== null && (!isSaidElsewhere || item.length > MAX_ITEM);
        if (!isAgain && !isLong || field === "activation" && item === "") continue;
        this.#report("SKILL_METADATA", pointer, {
          message: isAgain ? `${field} names ${shown(item)} twice` : `${shown(item)} in ${field} ${why}`,
          mend: isAgain
            ? "Name it once; case does not tell items apart"
            : `Write 1 to ${MAX_ITEM} plain characters, without blanks at the ends`,
        });
      }
    }
  }

  #projectTypes(): void {
    const types = this.#list("project_types");
    const known: readonly string[] = DETECTED_TYPES;
    if (types.length === 0) return;
    if (types.some(({ item }) => known.includes(caseFold(item)))) {
      if (!this.#isWhole) { for (const type of types) this.#misspelledType(type); }
      return;
    }
    this.#report("PROJECT_TYPE_UNKNOWN", "/project_types", {
      message: "project_types names no type that a project can have",
      mend: `Name at least one of ${known.join(", ")}`,
    });
  }

  #misspelledType({ item, pointer }: { readonly item: string; readonly pointer: string }): void {
    const type = caseFold(item);
    const meant = type.length < MISSPELLED_FROM ? null : nearest(type, DETECTED_TYPES);
    if (meant === null || meant === type) return;
    this.#report("PROJECT_TYPE_UNKNOWN", pointer, {
      message: `The project type ${shown(item)} is unknown and looks like ${shown(meant)}`,
      mend: `Write ${meant}, or remove it`,
    });
  }

  #facts(): void {
    const { activation } = this.#value;
    if (
      typeof activation === "object" && activation !== null &&
      this.#isEmptyList(Reflect.get(activation, "any"))
    ) {
      this.#report("EMPTY_ACTIVATION", "/activation/any", {
        message: "activation.any is empty",
        mend: `List at least one fact, such as ${PROFILE_FACTS[13]}`,
      });
    }
    for (const { item, pointer } of this.#list("activation")) {
      if (item.trim() === "" || (PROFILE_FACTS as readonly string[]).includes(item)) continue;
      const meant = nearest(item.toLowerCase(), PROFILE_FACTS);
      this.#report("UNKNOWN_FACT", pointer, {
        message: `The fact ${shown(item)} is unknown${
          meant === null ? "" : ` and looks like ${shown(meant)}`
        }`,
        mend: meant === null ? `Name one of ${PROFILE_FACTS.join(", ")}` : `Write ${meant}`,
      });
    }
  }

  #capabilities(): void {
    const holder = new Map<string, string>();
    for (const field of [...CLIENT_LISTS, "provides_capabilities"]) {
      const seen = new Set<string>();
      for (const { item, pointer } of this.#list(field)) {
        if (seen.has(caseFold(item))) {
          this.#report("SKILL_CAPABILITY_DUPLICATE", pointer, {
            message: `${field} names ${shown(item)} twice`,
            mend: "Name each capability once",
          });
          continue;
        }
        seen.add(caseFold(item));
        if (field === "provides_capabilities") this.#provided(item, pointer);
        else {
          const other = holder.get(item);
          if (other === undefined) holder.set(item, field);
          else {
            this.#report("SKILL_CAPABILITY_CONFLICT", pointer, {
              message: `${shown(item)} stands in ${other} and in ${field}`,
              mend: "Keep it in one of the two lists",
            });
          }
        }
      }
    }
  }

  #provided(item: string, pointer: string): void {
    if (item === "" || CAPABILITY_NAME.test(item)) return;
    this.#report("MANIFEST_CAPABILITY_FORM", pointer, {
      message: `The capability ${shown(item)} is not of the form a_capability`,
      mend: "Begin with a lower-case letter; then lower-case letters, digits and _, at most 64 in all",
    });
  }
}
