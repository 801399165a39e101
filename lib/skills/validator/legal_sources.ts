/**
 * Who speaks for the law of which jurisdiction, and on which hosts: the contract's table.
 *
 * A host counts as it stands here, and with the sub-domains listed for it; no other sub-domain does.
 */

/** The domains of a package that bring its rules under this regime. */
export const LEGAL_DOMAINS: readonly string[] = ["compliance", "juridique", "legal", "regulatory"];

/** How sure a rule's author is. */
export const CONFIDENCES: readonly string[] = ["HIGH", "MEDIUM", "LOW", "UNKNOWN"];

/** Other names of jurisdictions. */
const ALIASES: Readonly<Record<string, string>> = {
  BELGIQUE: "BE",
  EEA: "EU",
  EUROPE: "EU",
  FRANCE: "FR",
  "UNION EUROPEENNE": "EU",
};

const withWww = (...hosts: readonly string[]) => hosts.flatMap((host) => [host, `www.${host}`]);
const EUR_LEX = ["eur-lex.europa.eu"];

/** Jurisdiction, then authority, then hosts. */
const SOURCES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  BE: {
    APD: withWww("autoriteprotectiondonnees.be"),
    GBA: withWww("gegevensbeschermingsautoriteit.be"),
    "Gouvernement belge": withWww("just.fgov.be"),
    "Moniteur belge": withWww("moniteur.be", "etaamb.be"),
  },
  DE: {
    BfDI: withWww("bfdi.bund.de"),
    Bundesanzeiger: withWww("gesetze-im-internet.de"),
  },
  ES: {
    AEPD: withWww("aepd.es"),
    BOE: withWww("boe.es"),
  },
  EU: {
    "Commission europeenne": EUR_LEX,
    "Conseil de l'Union europeenne": EUR_LEX,
    EDPB: ["edpb.europa.eu"],
    EDPS: ["edps.europa.eu"],
    "Parlement europeen": EUR_LEX,
    UE: EUR_LEX,
    "Union europeenne": EUR_LEX,
  },
  FR: {
    CNIL: withWww("cnil.fr"),
    "Gouvernement francais": withWww("legifrance.gouv.fr"),
    Legifrance: withWww("legifrance.gouv.fr"),
  },
  IT: {
    Garante: withWww("garanteprivacy.it"),
    Normattiva: withWww("normattiva.it"),
  },
  NL: {
    "Autoriteit Persoonsgegevens": withWww("autoriteitpersoonsgegevens.nl"),
    "Overheid.nl": ["wetten.overheid.nl"],
  },
};

/** The jurisdictions that have authorities here. */
export const JURISDICTIONS: readonly string[] = Object.keys(SOURCES);

const AUTHORITIES: ReadonlySet<string> = new Set(Object.values(SOURCES).flatMap(Object.keys));
const HOSTS: ReadonlySet<string> = new Set(
  Object.values(SOURCES).flatMap((authorities) => Object.values(authorities).flat()),
);

/**
 * The jurisdiction's code in the table; null for one that is known but has no authorities here (another country's code
 * of ISO 3166-1), undefined for what is none.
 *
 * @example
 * ```ts
 * import { jurisdictionCode } from "gatehouse/skills/validator/legal_sources.ts";
 *
 * if (jurisdictionCode("Union européenne") !== "EU" || jurisdictionCode("US") !== null) throw new Error("wrong code");
 * ```
 */
export function jurisdictionCode(name: string): string | null | undefined {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").trim().toUpperCase();
  const code = Object.hasOwn(ALIASES, plain) ? ALIASES[plain] ?? plain : plain;
  if (Object.hasOwn(SOURCES, code)) return code;
  return /^[A-Z]{2}$/.test(code) ? null : undefined;
}

/**
 * The authorities of a jurisdiction of the table, or all of them.
 *
 * @example
 * ```ts
 * import { authoritiesOf } from "gatehouse/skills/validator/legal_sources.ts";
 *
 * if (!authoritiesOf("FR").includes("CNIL")) throw new Error("no authority");
 * ```
 */
export function authoritiesOf(jurisdiction: string | null): readonly string[] {
  if (jurisdiction === null) return [...AUTHORITIES];
  return Object.keys(Object.hasOwn(SOURCES, jurisdiction) ? SOURCES[jurisdiction] ?? {} : {});
}

/**
 * The hosts on which an authority speaks for a jurisdiction; of any authority where none is named.
 *
 * @example
 * ```ts
 * import { officialHosts } from "gatehouse/skills/validator/legal_sources.ts";
 *
 * const hosts = officialHosts({ jurisdiction: "FR", authority: "CNIL" });
 * if (!hosts.includes("www.cnil.fr") || hosts.includes("evil.cnil.fr")) throw new Error("wrong hosts");
 * ```
 */
export function officialHosts(
  place?: { readonly jurisdiction: string; readonly authority: string },
): readonly string[] {
  if (place === undefined) return [...HOSTS];
  const authorities = Object.hasOwn(SOURCES, place.jurisdiction) ? SOURCES[place.jurisdiction] ?? {} : {};
  return Object.hasOwn(authorities, place.authority) ? authorities[place.authority] ?? [] : [];
}
