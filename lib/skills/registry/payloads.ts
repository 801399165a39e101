/** The answers of the registry's worker, as they are published. */
import { maskPayload } from "../text/mask.ts";
import type { Issue, Skill } from "../types.ts";
import type { Loaded, NotLoaded } from "./cache.ts";
import type { PackageDocument } from "./document.ts";
import { documentOf, summaryOf } from "./shapes.ts";

/** An answer, and how many parts of its texts were masked. */
export interface Answer {
  readonly value: Readonly<Record<string, unknown>>;
  readonly masked: number;
}

/** Makes answers; what a registry says again and again is masked once. */
export class Payloads {
  readonly #prefixes: readonly string[];
  readonly #made = new WeakMap<Loaded, { discovery?: Answer; list?: Answer }>();

  /** @param prefixes Absolute paths that are masked wherever they stand: the configured roots. */
  constructor(prefixes: readonly string[]) {
    this.#prefixes = prefixes;
  }

  /** Why there is no registry, or nothing in it of what was asked for. */
  failure({ codes, discovery, issues }: Omit<NotLoaded, "ok">): Answer {
    return this.masked({
      codes,
      ...discovery === null ? {} : { discovery },
      ...issues.length === 0 ? {} : { issues },
    });
  }

  /** What was asked for is not in the registry. */
  missing(loaded: Loaded, issue: Issue | null, code = issue?.code ?? ""): Answer {
    const issues = issue === null ? {} : { issues: [issue] };
    return joined(this.#discovery(loaded), this.masked({ codes: [code], ...issues }));
  }

  /** All skills. */
  list(loaded: Loaded): Answer {
    const made = this.#of(loaded);
    made.list ??= joined(
      this.#discovery(loaded),
      this.masked({ skills: loaded.registry.skills.map(summaryOf) }),
    );
    return made.list;
  }

  /** One skill with its instructions, and a further file of it where one was asked for. */
  skill(loaded: Loaded, skill: Skill, document: PackageDocument | null): Answer {
    const wanted = document === null ? {} : { document };
    return joined(this.#discovery(loaded), this.masked({ skill: documentOf(skill), ...wanted }));
  }

  /** Beside what a registry is: anything. */
  beside(loaded: Loaded, rest: Answer): Answer {
    return joined(this.#discovery(loaded), rest);
  }

  /** A payload, masked. */
  masked(payload: Readonly<Record<string, unknown>>, further: readonly string[] = []): Answer {
    return maskPayload(payload, { prefixes: [...this.#prefixes, ...further] });
  }

  #discovery(loaded: Loaded): Answer {
    const { discovery, issues } = loaded;
    const made = this.#of(loaded);
    made.discovery ??= this.masked({
      discovery: { ...discovery, ...issues.length === 0 ? {} : { issues } },
    });
    return made.discovery;
  }

  #of(loaded: Loaded): { discovery?: Answer; list?: Answer } {
    const known = this.#made.get(loaded);
    if (known !== undefined) return known;
    const made = {};
    this.#made.set(loaded, made);
    return made;
  }
}

/**
 * The answer, or that it is too large: `RESULT_TOO_LARGE`.
 *
 * @param maxBytes Bytes of compact JSON; no order of keys changes them.
 *
 * @example
 * ```ts
 * import { limited } from "gatehouse/skills/registry/payloads.ts";
 *
 * if (limited({ value: { a: "long" }, masked: 0 }, 5).value["code"] !== "RESULT_TOO_LARGE") throw new Error("sent");
 * ```
 */
export function limited(answer: Answer, maxBytes: number): Answer {
  const json = JSON.stringify(answer.value);
  const isSmall = json.length * 3 <= maxBytes ||
    json.length <= maxBytes && new TextEncoder().encode(json).byteLength <= maxBytes;
  return isSmall ? answer : { value: { code: "RESULT_TOO_LARGE" }, masked: 0 };
}

function joined(one: Answer, other: Answer): Answer {
  return { value: { ...one.value, ...other.value }, masked: one.masked + other.masked };
}
