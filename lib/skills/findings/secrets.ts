/** Secrets in a report: it is handed around, so it must not hold any. */
import { looksSecret } from "../text/secrets.ts";
import type { Fault } from "./relation.ts";

/** Levels of a value that are looked into; a JSON document that was read strictly has no more. */
const MAX_DEPTH = 200;

/**
 * Every text of the value that looks like a secret, with its pointer; the text itself is not repeated. Names of members
 * are looked at as well: a stranger's member is refused, and its name is shown then.
 *
 * @example
 * ```ts
 * import { secretFaults } from "gatehouse/skills/findings/secrets.ts";
 *
 * const [fault] = secretFaults({ evidence: [{ excerpt: "token = ghp_" + "aB3dE5".repeat(6) }] });
 * if (fault?.at !== "/evidence/0/excerpt") throw new Error("not found");
 * ```
 */
export function secretFaults(value: unknown): readonly Fault[] {
  return [...secretsAt(value, { pointer: "", depth: 0 })];
}

interface Place {
  readonly pointer: string;
  readonly depth: number;
}

function* secretsAt(value: unknown, { pointer, depth }: Place): Generator<Fault> {
  if (typeof value === "string") {
    if (looksSecret(value)) yield fault(pointer);
  } else if (typeof value === "object" && value !== null && depth < MAX_DEPTH) {
    const isList = Array.isArray(value);
    for (const [key, inner] of Object.entries(value)) {
      if (!isList && looksSecret(key)) yield fault(pointer);
      else yield* secretsAt(inner, { pointer: `${pointer}/${escaped(key)}`, depth: depth + 1 });
    }
  }
}

function fault(at: string): Fault {
  return {
    code: "SECRET_UNMASKED",
    at,
    says: "holds what looks like a secret",
    mend: "Replace it by at least four stars, and change the secret where it is used",
  };
}

/** One step of a JSON pointer. */
function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
