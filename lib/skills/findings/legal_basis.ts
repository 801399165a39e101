/** What a finding about the law must rest on: an official source, and a look at it that was taken. */
import type { Issue } from "../types.ts";
import { dayOf, isLegalDomain, legalIssues } from "../validator/legal.ts";
import type { LooseFinding, LooseLegalBasis } from "./loose.ts";
import { brokenBy, type Fault, type Relation } from "./relation.ts";

const METHODS: readonly string[] = ["cache", "manual", "official_api", "web_search"];
const RESULTS: readonly string[] = ["abroge", "en_vigueur", "introuvable", "modifie"];
const LOOK_AGAIN = "Look at the source and write down how, when and with which result";

/** What a rule has and a legal basis has not; filled in so that one check serves both. */
const RULE_ONLY = { title: "-", applicability: "-", confidence: "HIGH", status: "en_vigueur" };
/** These say that a member is missing or of the wrong type, which the schema's check has said already. */
const SAID_BY_SCHEMA: ReadonlySet<string> = new Set(["LEGAL_RULE_FIELD", "LEGAL_TYPE", "LEGAL_NO_RULES"]);

/** What is judged together. */
interface Judged {
  readonly finding: LooseFinding;
  readonly basis: LooseLegalBasis;
  /** Days, as of `dayOf`. */
  readonly today: number;
}

const RELATIONS: readonly Relation<Judged>[] = [
  live("/method", ({ method }) => !METHODS.includes(method ?? ""), "is no known way of looking"),
  live("/result", ({ result }) => !RESULTS.includes(result ?? ""), "is no known result"),
  live("/checked_at", ({ checkedAt }) => dayOf(checkedAt ?? "") === null, "is no date"),
  live(
    "/checked_at",
    ({ checkedAt }, { today }) => (dayOf(checkedAt ?? "") ?? today) > today,
    "lies in the future",
  ),
  live(
    "/checked_at",
    ({ checkedAt }, { basis }) => {
      const [checked, verified] = [dayOf(checkedAt ?? ""), dayOf(basis.verifiedOn ?? "")];
      return checked !== null && verified !== null && checked < verified;
    },
    "lies before verified_on",
  ),
  live(
    "/checked_at",
    ({ checkedAt }, { basis, today }) => {
      const checked = dayOf(checkedAt ?? "");
      return checked !== null && basis.window !== null && today - checked > basis.window;
    },
    "is older than the freshness window",
  ),
  {
    code: "LEGAL_NO_LIVE_CHECK",
    at: "/legal_basis/live_check",
    broken: ({ finding: { status, decision }, basis }) =>
      (status === "CONFIRMED" || decision === "CONFIRMED") && !isInForce(basis),
    says: "does not show that the rule is in force, and the finding is confirmed",
    mend: LOOK_AGAIN,
  },
  {
    code: "LEGAL_BASIS_STATUS",
    at: "/legal_basis_status",
    broken: ({ finding, basis }) => finding.basisStatus === "VERIFIED_CURRENT" && !isInForce(basis),
    says: "is VERIFIED_CURRENT, and the live check does not show it",
    mend: LOOK_AGAIN,
  },
];

function live(
  at: string,
  broken: (check: LooseLegalBasis["live"], judged: Judged) => boolean,
  says: string,
): Relation<Judged> {
  return {
    code: "LIVE_CHECK",
    at: `/legal_basis/live_check${at}`,
    broken: (judged) => judged.basis.live.done && broken(judged.basis.live, judged),
    says,
    mend: LOOK_AGAIN,
  };
}

function isInForce({ live: { done, result } }: LooseLegalBasis): boolean {
  return done && result === "en_vigueur";
}

/**
 * What is wrong with a finding of a legal domain; nothing of another. The domain decides, and nothing that the finding
 * says of itself.
 *
 * @example
 * ```ts
 * import { legalFaults } from "gatehouse/skills/findings/legal_basis.ts";
 * import { looseFinding } from "gatehouse/skills/findings/loose.ts";
 *
 * const codes = legalFaults(looseFinding({ domain: "legal" }), { today: "2026-08-27" }).map(({ code }) => code);
 * if (codes.join() !== "AXES_INCOMPLETE,LEGAL_BASIS") throw new Error(codes.join());
 * ```
 */
export function legalFaults(finding: LooseFinding, { today }: { readonly today: string }): readonly Fault[] {
  if (finding.domain === null || !isLegalDomain(finding.domain)) return [];
  const { observation, basisStatus, decision, legalBasis: basis } = finding;
  const faults: Fault[] = [];
  // Some of the three without the others are named for every domain.
  if (observation === null && basisStatus === null && decision === null) {
    faults.push({
      code: "AXES_INCOMPLETE",
      at: "",
      says: "is about the law and has none of observation_status, legal_basis_status and decision",
      mend: "Give all three",
    });
  }
  if (basis === null) {
    faults.push({
      code: "LEGAL_BASIS",
      at: "",
      says: "is about the law and names no legal_basis",
      mend: "Name the rule, its authority and its source",
    });
    return faults;
  }
  const judged = { finding, basis, today: dayOf(today) ?? 0 };
  return [...faults, ...sourceFaults(basis, today), ...brokenBy(judged, RELATIONS)];
}

/** The source, authority and dates, judged as those of a package's rules are. */
function sourceFaults({ members }: LooseLegalBasis, today: string): readonly Fault[] {
  const rule = { file: "", value: { ...members, ...RULE_ONLY }, lineOf: () => undefined };
  return legalIssues([rule], { today, rulesPath: "" })
    .filter(({ code }) => !SAID_BY_SCHEMA.has(code))
    .map(({ code, message, mend }: Issue) => ({
      code,
      at: "/legal_basis",
      says: `is not right: ${message}`,
      mend,
    }));
}
