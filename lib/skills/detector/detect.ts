/** What the files of a target show. */
import { oneLine } from "../../core/bounds.ts";
import type { Profile } from "../types.ts";
import { Blocked } from "./blocked.ts";
import { DECLARATION, readDeclaration } from "./declaration.ts";
import { Findings } from "./findings.ts";
import { extensionOf, kindOf } from "./kinds.ts";
import type { DetectorLimits } from "./limits.ts";
import { lineNaming } from "./lines.ts";
import { readFound, sourceText } from "./read.ts";
import { isManifest, packagesIn } from "./signs/manifests.ts";
import { signsOfPath } from "./signs/names.ts";
import { factsOfPackage } from "./signs/packages.ts";
import { SOLANA_CRATES, solanaInRust } from "./solana.ts";
import { type FoundFile, recheckFile, recheckFolders, type Tree } from "./walk.ts";

/**
 * The profile of what was found in a target, each file looked at again just before it is used.
 *
 * @throws Blocked where something is not what was found.
 *
 * @example
 * ```ts
 * import { lowerLimits } from "gatehouse/skills/detector/limits.ts";
 * import { profileTree } from "gatehouse/skills/detector/detect.ts";
 * import { walkTarget } from "gatehouse/skills/detector/walk.ts";
 *
 * const limits = lowerLimits({});
 * const tree = walkTarget(await Deno.realPath(await Deno.makeTempDir()), limits);
 * if (tree === null || profileTree(tree, limits).types.join() !== "inconnu") throw new Error("misjudged");
 * ```
 */
export function profileTree(tree: Tree, limits: DetectorLimits): Profile {
  const detector = new Detector(limits);
  for (const file of tree.files) detector.file(file);
  recheckFolders(tree);
  return detector.findings.profile();
}

class Detector {
  readonly findings = new Findings();
  #manifests = 0;

  constructor(readonly limits: DetectorLimits) {}

  file(file: FoundFile): void {
    recheckFile(file);
    const name = file.name.toLowerCase();
    if (name === DECLARATION && file.path === file.name) return this.#declaration(file);
    const kind = kindOf(name);
    if (kind !== null) {
      const source = { path: file.path, why: kind.why };
      if (kind.type !== undefined) this.findings.type(kind.type, file.name, source);
      if (kind.language !== undefined) this.findings.language(kind.language, source);
    }
    if (kind?.type === "apk") return;
    if (extensionOf(name) === ".rs") this.#rust(file);
    for (const { fact, why } of signsOfPath(file.path)) this.findings.sign(fact, { path: file.path, why });
    if (isManifest(name)) this.#manifest(file, name);
  }

  #declaration(file: FoundFile): void {
    const bytes = readFound(file, { maxBytes: this.limits.declarationBytes, cut: false });
    const facts = bytes === null ? null : readDeclaration(bytes);
    if (facts === null) throw new Blocked("PROJECT_FACTS_INVALID");
    this.findings.declaration(file.name);
    for (const { fact, line } of facts) {
      this.findings.declared(fact, { path: file.path, line, why: "The project declares it of itself" });
    }
  }

  #rust(file: FoundFile): void {
    const bytes = readFound(file, { maxBytes: this.limits.fileBytes, cut: true });
    const use = bytes === null ? null : solanaInRust(sourceText(bytes));
    if (use !== null) this.findings.type("solana", file.name, { path: file.path, ...use });
  }

  #manifest(file: FoundFile, name: string): void {
    const isCargo = name === "cargo.toml";
    if (!isCargo && ++this.#manifests > this.limits.signManifests) return;
    const text = isCargo ? this.#text(file) : this.#textForSigns(file);
    if (text === null) return;
    const { ecosystem, names } = packagesIn(name, text);
    const line = (asked: string) => () => lineNaming(text, asked);
    const crate = isCargo ? names.find((name) => SOLANA_CRATES.has(name)) : undefined;
    if (crate !== undefined) {
      const source = { path: file.path, line: line(crate), why: `Depends on the crate ${crate}` };
      this.findings.type("solana", file.name, source);
    }
    for (const asked of names) {
      const source = {
        path: file.path,
        line: line(asked),
        why: `Asks for the package ${oneLine(asked, 80)}`,
      };
      for (const fact of factsOfPackage(ecosystem, asked)) this.findings.sign(fact, source);
    }
  }

  /** Null where the manifest is larger than what is read of one: cut off, it would be no document. */
  #text(file: FoundFile): string | null {
    const bytes = readFound(file, { maxBytes: this.limits.fileBytes, cut: false });
    return bytes === null ? null : sourceText(bytes);
  }

  /** What only signs are taken from need not be readable. */
  #textForSigns(file: FoundFile): string | null {
    try {
      return this.#text(file);
    } catch (error) {
      if (error instanceof Blocked && error.issue === "READ_ERROR") return null;
      throw error;
    }
  }
}
