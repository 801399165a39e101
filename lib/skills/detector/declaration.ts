/** `.phases-profile.json`: the facts that a project declares of itself. They are taken without proof. */
import { isOneOf, PROFILE_FACTS, type ProfileFact } from "../contract/vocabularies.ts";
import { parseJson } from "../text/strict_json.ts";

/** The name of the file, in lower case; it counts at the target's top only. */
export const DECLARATION = ".phases-profile.json";

/** One declared fact. */
export interface DeclaredFact {
  readonly fact: ProfileFact;
  /** From 1. */
  readonly line?: number | undefined;
}

/**
 * The facts of a declaration, or null where it is not exactly what it must be: `schema_version` `1.0` and `facts`, each
 * known and named once.
 *
 * @example
 * ```ts
 * import { readDeclaration } from "gatehouse/skills/detector/declaration.ts";
 *
 * const facts = readDeclaration(new TextEncoder().encode('{"schema_version":"1.0",\n"facts":["uses_ai"]}'));
 * if (facts?.[0]?.fact !== "uses_ai" || facts[0].line !== 2) throw new Error("misread");
 * ```
 */
export function readDeclaration(bytes: Uint8Array): readonly DeclaredFact[] | null {
  const read = parseJson(bytes, { file: DECLARATION });
  if (!read.ok || typeof read.value !== "object" || read.value === null) return null;
  const entries = new Map<string, unknown>(Object.entries(read.value));
  const facts = entries.get("facts");
  if (entries.size !== 2 || entries.get("schema_version") !== "1.0" || !Array.isArray(facts)) return null;
  const declared: DeclaredFact[] = [];
  for (const [at, fact] of (facts as readonly unknown[]).entries()) {
    if (!isOneOf(PROFILE_FACTS, fact) || declared.some((other) => other.fact === fact)) return null;
    declared.push({ fact, line: read.lineOf(`/facts/${at}`) });
  }
  return declared;
}
