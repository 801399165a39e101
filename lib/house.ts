/** Composes what every call needs out of the settings: the catalogue, the audit log, the seal. */
import { data, loaders } from "./catalogue.ts";
import type { AuditLog } from "./core/audit.ts";
import { openCatalogue } from "./core/catalogue.ts";
import type { House } from "./core/invoke.ts";
import { logDefect } from "./core/log.ts";
import { createSeal } from "./core/seal.ts";
import type { SpentNonces } from "./core/spent.ts";
import { createAuditLog } from "./state/audit_log.ts";
import { createSpentNonces } from "./state/spent_nonces.ts";

/** What the composition looks at; the configuration's `Settings` has it all. */
export interface HouseSettings {
  /** The served families; null means all. */
  readonly families: readonly string[] | null;
  readonly readOnly: boolean;
  /** Absolute; null keeps no record, and every answer says so. */
  readonly stateDirectory: string | null;
  /** Each family's own settings by its name, as its `open` and its backends get them; none means its defaults. */
  readonly familySettings?: Readonly<Record<string, unknown>>;
}

/**
 * A house for the settings. Nothing is opened before the first call: a server must list its tools at once.
 *
 * @example
 * ```ts
 * import { openHouse } from "gatehouse/house.ts";
 *
 * const house = openHouse({ families: null, readOnly: true, stateDirectory: null });
 * if (house.catalogue.find("gate") === undefined) throw new Error("the gate is not served");
 * ```
 */
export function openHouse(
  { families, readOnly, stateDirectory, familySettings }: HouseSettings,
): House {
  return {
    catalogue: openCatalogue(data, loaders, { ...(families === null ? {} : { families }), readOnly }),
    audit: stateDirectory === null ? NO_RECORD : createAuditLog({ directory: stateDirectory }),
    seal: createSeal(),
    spent: stateDirectory === null ? NOTHING_SPENT : createSpentNonces({ directory: stateDirectory }),
    serviceOf: servicesOf(familySettings ?? {}),
    onDefect: logDefect,
  };
}

const NO_RECORD: AuditLog = {
  record() {},
  degraded: "No state directory is known: set HOME or XDG_STATE_HOME; until then no confirmation counts",
  close: () => Promise.resolve(),
};

/** Without a store nothing can be spent, so that no confirmation authorises anything; `NO_RECORD` says so. */
const NOTHING_SPENT: SpentNonces = { spend: () => Promise.resolve(false) };

/** Each family's service, made on its first call. */
function servicesOf(settings: Readonly<Record<string, unknown>>): House["serviceOf"] {
  const services = new Map<string, unknown>();
  return (family) => {
    if (family.open === undefined) return undefined;
    if (!services.has(family.name)) {
      services.set(
        family.name,
        family.open(settings[family.name], (name) => ({
          call: () => Promise.reject(new Error(`No backend ${name}`)),
        })),
      );
    }
    return services.get(family.name);
  };
}
