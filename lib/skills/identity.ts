/** What a package and a root may be called, and when two names are the same or look the same. */
import { WINDOWS_DEVICES } from "./contract/vocabularies.ts";
import { byCodeUnit } from "./text/canonical_json.ts";
import { mixedScripts, skeleton } from "./text/confusables.ts";
import { caseFold } from "./text/fold.ts";
import { looksSecret } from "./text/secrets.ts";

/** Characters (code points) that an id may have. */
const MAX_LENGTH = 64;
const SHAPE = /^[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?$/u;
/** Some letters show nothing: the fillers of Hangul. */
const SHOWS_NOTHING = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

/** Why an id is refused. */
export interface IdProblem {
  /** SKILL_ID for what is no id at all, SKILL_ID_CONFUSABLE for what passes for another one. */
  readonly code: "SKILL_ID" | "SKILL_ID_CONFUSABLE";
  /** To be put behind the id: "is longer than 64 characters". */
  readonly why: string;
}

/**
 * The canonical key of a skill's id, under which all spellings of it meet; null for what is no id: 1 to 64 letters and
 * digits of any script in NFKC, `-` and `_` inside, no device name of Windows.
 *
 * @example
 * ```ts
 * import { skillKey } from "gatehouse/skills/identity.ts";
 *
 * if (skillKey("Straße") !== skillKey("STRASSE") || skillKey("../x") !== null) throw new Error("wrong key");
 * ```
 */
export function skillKey(id: unknown): string | null {
  return typeof id === "string" && shapeProblem(id) === null ? caseFold(id) : null;
}

/**
 * The canonical key of a root's id; null for what is none. Compatibility forms are folded first, so that an id typed
 * full-width is the same id; one that looks like a secret is refused, because ids are shown.
 *
 * @example
 * ```ts
 * import { rootKey } from "gatehouse/skills/identity.ts";
 *
 * if (rootKey("ｍａｉｎ") !== "main" || rootKey("C:\\") !== null) throw new Error("wrong key");
 * ```
 */
export function rootKey(id: unknown): string | null {
  if (typeof id !== "string" || id.length > 4 * MAX_LENGTH) return null;
  const normal = id.normalize("NFKC");
  return looksSecret(normal) ? null : skillKey(normal);
}

/**
 * What is wrong with the id of a package as such; null when nothing is. An id of several scripts is refused here, since
 * its look belongs to another id (UTS 39, highly restrictive level).
 *
 * @example
 * ```ts
 * import { skillIdProblem } from "gatehouse/skills/identity.ts";
 *
 * if (skillIdProblem("\u0430udit")?.code !== "SKILL_ID_CONFUSABLE") throw new Error("a Cyrillic letter passed");
 * if (skillIdProblem("sécurité") !== null) throw new Error("refused");
 * ```
 */
export function skillIdProblem(id: unknown): IdProblem | null {
  const why = typeof id === "string" ? shapeProblem(id) : "is not text";
  if (why !== null) return { code: "SKILL_ID", why };
  const scripts = mixedScripts(String(id));
  if (scripts === null) return null;
  return { code: "SKILL_ID_CONFUSABLE", why: `mixes letters of ${scripts.join(" and ")}` };
}

/** Two ids that look the same and are not. */
export interface LookalikePair {
  readonly first: string;
  readonly second: string;
}

/**
 * The ids that look like one another though their keys differ (UTS 39 skeletons), each id paired with the first that
 * it looks like, in the order of code units. Ids that are none are passed over.
 *
 * @example
 * ```ts
 * import { lookalikes } from "gatehouse/skills/identity.ts";
 *
 * const [pair] = lookalikes(["paypal", "p\u0430yp\u0430l", "audit"]);
 * if (pair?.first !== "paypal") throw new Error("not found");
 * ```
 */
export function lookalikes(ids: readonly string[]): LookalikePair[] {
  const firstOf = new Map<string, { readonly id: string; readonly key: string }>();
  const pairs: LookalikePair[] = [];
  for (const id of [...ids].sort(byCodeUnit)) {
    const key = skillKey(id);
    if (key === null) continue;
    // As it is spelled and as it is compared: a capital I looks like an l, its small letter does not.
    const looks = new Set([skeleton(id), skeleton(key)]);
    const first = [...looks].map((look) => firstOf.get(look)).find((other) =>
      other !== undefined && other.key !== key
    );
    if (first !== undefined) pairs.push({ first: first.id, second: id });
    for (const look of looks) if (!firstOf.has(look)) firstOf.set(look, { id, key });
  }
  return pairs;
}

function shapeProblem(id: string): string | null {
  if (id === "") return "is empty";
  if (id.length > 2 * MAX_LENGTH || [...id].length > MAX_LENGTH) {
    return `is longer than ${MAX_LENGTH} characters`;
  }
  if (SHOWS_NOTHING.test(id)) return "holds a control or invisible character";
  if (id !== id.normalize("NFKC")) return "is not in the normal form NFKC";
  if (!SHAPE.test(id)) {
    return "has other characters than letters, digits, - and _, or begins or ends with one of these";
  }
  if (WINDOWS_DEVICES.includes(caseFold(id))) return "is a device name of Windows";
  return null;
}
