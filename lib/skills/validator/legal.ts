/**
 * What is asked of rules that speak of the law: who says it, where it can be read, whether it was in force, and that
 * somebody looked recently. Nothing is fetched: the answer is that a rule says so, never that it is so.
 */
import { RULE_STATUSES } from "../contract/rules_registry.ts";
import { isOneOf } from "../contract/vocabularies.ts";
import { skeleton } from "../text/confusables.ts";
import { keyFold } from "../text/fold.ts";
import type { Issue } from "../types.ts";
import { issueOf, shown } from "./issue.ts";
import {
  authoritiesOf,
  CONFIDENCES,
  jurisdictionCode,
  JURISDICTIONS,
  LEGAL_DOMAINS,
  officialHosts,
} from "./legal_sources.ts";
import type { RuleFile } from "./rules.ts";

const TEXT_FIELDS = [
  "rule_id",
  "jurisdiction",
  "authority",
  "title",
  "source_url",
  "verified_on",
  "applicability",
  "confidence",
  "status",
] as const;
const FIELDS = [...TEXT_FIELDS, "freshness_window_days"] as const;
const MAX_WINDOW = 365;
const DAY = 86_400_000;
const LEGAL_LOOKS: ReadonlySet<string> = new Set(LEGAL_DOMAINS.map(skeleton));
/** No user, no port but that of HTTPS, no backslash or blank that a browser would read in another way. */
const SOURCE = /^https:\/\/([a-z0-9.-]+)(?::443)?(?:[/?#][^\s\\]*)?$/i;

/**
 * Whether a package of this domain is under the legal regime; a domain that only looks like one of its words is too.
 *
 * @example
 * ```ts
 * import { isLegalDomain } from "gatehouse/skills/validator/legal.ts";
 *
 * if (!isLegalDomain("L\u0435gal ") || isLegalDomain("legal-tech")) throw new Error("wrong regime");
 * ```
 */
export function isLegalDomain(domain: string): boolean {
  return LEGAL_LOOKS.has(skeleton(keyFold(domain).trim()));
}

/**
 * What is wrong with the rules of a package under the legal regime.
 *
 * @param rules Every rule file of the package.
 * @param options `today`: a calendar date, YYYY-MM-DD. `rulesPath`: named where there is no rule at all.
 *
 * @example
 * ```ts
 * import { legalIssues } from "gatehouse/skills/validator/legal.ts";
 *
 * const [issue] = legalIssues([], { today: "2026-08-27", rulesPath: "rules" });
 * if (issue?.code !== "LEGAL_NO_RULES") throw new Error("passed without a rule");
 * ```
 */
export function legalIssues(
  rules: readonly RuleFile[],
  { today, rulesPath }: { readonly today: string; readonly rulesPath: string },
): Issue[] {
  const hasRule = rules.some(({ value }) =>
    typeof value["rule_id"] === "string" && value["rule_id"].trim() !== ""
  );
  const none = hasRule ? [] : [issueOf("LEGAL_NO_RULES", rulesPath, {
    message: "The package speaks of the law and has no rule with a rule_id",
    mend: "Put at least one JSON file with a rule directly into the rules path, or choose another domain",
  })];
  return [...none, ...rules.flatMap((rule) => new RuleCheck(rule, today).run())];
}

class RuleCheck {
  readonly #issues: Issue[] = [];
  readonly #rule: RuleFile;
  readonly #today: string;

  constructor(rule: RuleFile, today: string) {
    this.#rule = rule;
    this.#today = today;
  }

  run(): Issue[] {
    for (const field of FIELDS) {
      if (Object.hasOwn(this.#rule.value, field)) continue;
      this.#report("LEGAL_RULE_FIELD", null, [`The rule lacks ${field}`, `Add the member "${field}"`]);
    }
    for (const field of TEXT_FIELDS) this.#textual(field);
    this.#status();
    this.#source();
    this.#dates();
    return this.#issues;
  }

  #report(
    code: string,
    field: string | null,
    [message, mend]: readonly [message: string, mend: string],
  ): void {
    const line = this.#rule.lineOf(field === null ? "" : `/${field}`);
    this.#issues.push(issueOf(code, this.#rule.file, { message, mend, line }));
  }

  /** The field's text; null where it is missing or no text, which is reported elsewhere. */
  #text(field: string): string | null {
    const value = this.#rule.value[field];
    return typeof value === "string" && value.trim() !== "" ? value : null;
  }

  #textual(field: string): void {
    const value = this.#rule.value[field];
    if (value === undefined && !Object.hasOwn(this.#rule.value, field)) return;
    const isList = field === "applicability" && Array.isArray(value) && value.length > 0 &&
      value.every((item) => typeof item === "string" && item.trim() !== "");
    if (this.#text(field) === null && !isList) {
      this.#report("LEGAL_TYPE", field, [`${field} is no text, or a blank one`, "Write a text in quotes"]);
    } else if (field === "confidence" && !CONFIDENCES.includes(String(value))) {
      const mend = `Write one of ${CONFIDENCES.join(", ")}`;
      this.#report("LEGAL_TYPE", field, [`confidence is ${shown(String(value))}`, mend]);
    }
  }

  #status(): void {
    const status = this.#text("status");
    if (status === null) return;
    if (!isOneOf(RULE_STATUSES, status)) {
      const mend = `Write one of ${RULE_STATUSES.join(", ")}`;
      this.#report("LEGAL_RULE_STATUS", "status", [`The status ${shown(status)} is unknown`, mend]);
    } else if (status === "abroge") {
      const mend = "Remove the rule, or replace it by the one in force";
      this.#report("LEGAL_RULE_REPEALED", "status", ["The rule is repealed (abroge)", mend]);
    }
  }

  #source(): void {
    const [name, authority, url] = [
      this.#text("jurisdiction"),
      this.#text("authority"),
      this.#text("source_url"),
    ];
    const jurisdiction = name === null ? undefined : jurisdictionCode(name);
    const known = `Known are ${JURISDICTIONS.join(", ")}`;
    if (name !== null && jurisdiction === undefined) {
      this.#report("LEGAL_JURISDICTION", "jurisdiction", [
        `The jurisdiction ${shown(name)} is unknown`,
        known,
      ]);
    } else if (name !== null && jurisdiction === null) {
      const message = `The jurisdiction ${shown(name)} has no official sources in the contract`;
      this.#report("LEGAL_JURISDICTION_UNSUPPORTED", "jurisdiction", [message, known]);
    }
    const isKnown = authority !== null && authoritiesOf(null).includes(authority);
    if (authority !== null && !isKnown) {
      const mend = `Known are ${authoritiesOf(jurisdiction ?? null).join(", ")}`;
      this.#report("LEGAL_AUTHORITY", "authority", [`The authority ${shown(authority)} is unknown`, mend]);
    }
    const host = url === null ? null : SOURCE.exec(url)?.[1]?.toLowerCase() ?? null;
    const isOfficial = host !== null && officialHosts().includes(host);
    if (url !== null && !isOfficial) {
      const message = `The source ${shown(url)} is no https address on an official host`;
      this.#report("LEGAL_SOURCE", "source_url", [
        message,
        "Give the address of the text on its authority's own host",
      ]);
    }
    if (typeof jurisdiction !== "string" || authority === null || !isKnown || host === null || !isOfficial) {
      return;
    }
    const hosts = officialHosts({ jurisdiction, authority });
    if (hosts.includes(host)) return;
    const message = `${shown(authority)} does not speak for ${jurisdiction} on ${host}`;
    const mend = hosts.length > 0
      ? `Give an address on ${hosts.join(" or ")}`
      : `Name an authority of ${jurisdiction}: ${authoritiesOf(jurisdiction).join(", ")}`;
    this.#report("LEGAL_COHERENCE", hosts.length > 0 ? "source_url" : "authority", [message, mend]);
  }

  #dates(): void {
    const window = this.#rule.value["freshness_window_days"];
    const isWindow = typeof window === "number" && Number.isSafeInteger(window) && window >= 1 &&
      window <= MAX_WINDOW;
    if (window !== undefined && !isWindow) {
      const mend = `Write a whole number of days from 1 to ${MAX_WINDOW}`;
      this.#report("LEGAL_FRESHNESS", "freshness_window_days", [
        "The freshness window is no such number",
        mend,
      ]);
    }
    const text = this.#text("verified_on");
    if (text === null) return;
    const [verified, today] = [dayOf(text), dayOf(this.#today)];
    if (verified === null || today === null || verified > today) {
      const message = verified === null
        ? `verified_on is ${shown(text)}, no calendar date`
        : `verified_on is ${text}, after ${this.#today}`;
      this.#report("LEGAL_DATE", "verified_on", [message, "Write the day of the last check as YYYY-MM-DD"]);
    } else if (isWindow && today - verified > window) {
      const message = `The rule was verified ${
        today - verified
      } days before ${this.#today}; its window is ${window}`;
      this.#report("LEGAL_STALE", "verified_on", [
        message,
        "Read the source again and write the day into verified_on",
      ]);
    }
  }
}

/**
 * The number of a calendar day; null for what is no date written as YYYY-MM-DD.
 *
 * @example
 * ```ts
 * import { dayOf } from "gatehouse/skills/validator/legal.ts";
 *
 * if (dayOf("1970-01-02") !== 1 || dayOf("2026-02-30") !== null) throw new Error("wrong day");
 * ```
 */
export function dayOf(text: string): number | null {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return null;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : time / DAY;
}
