/** Composes what every call needs out of the settings: the catalogue, the audit log, the seal. */
import { data, JUDGE, loaders } from "./catalogue.ts";
import { bareHouse } from "./core/bare_house.ts";
import { openCatalogue } from "./core/catalogue.ts";
import { judgeOf } from "./core/command_judge.ts";
import type { House } from "./core/invoke.ts";
import { logDefect, writeLog } from "./core/log.ts";
import { Ongoing } from "./core/ongoing.ts";
import { DEFAULT_POLICY, type Policy } from "./core/policy.ts";
import type { Tracer } from "./core/trace.ts";
import { backendsOf } from "./isolate/backends.ts";
import type { Isolates } from "./isolate/isolates.ts";
import { type ApprovalDesk, createApprovals } from "./state/approvals.ts";
import { createAuditLog } from "./state/audit_log.ts";
import { createSpentNonces } from "./state/spent_nonces.ts";

/** What the composition looks at; the configuration's `Settings` has it all. */
export interface HouseSettings {
  /** The served families; null means all. */
  readonly families: readonly string[] | null;
  readonly readOnly: boolean;
  /** Absolute; null keeps no record, and every answer says so. */
  readonly stateDirectory: string | null;
  /** The file that approvals are in, absolute; null keeps them in the state directory. Default: null. */
  readonly approvalFile?: string | null;
  /** By family: what of its tools' needs is configured. Default: nothing. */
  readonly has?: Readonly<Record<string, readonly string[]>>;
  /** What callers may do. Default: read everything, change nothing. */
  readonly policy?: Policy;
  /** Each family's own settings by its name, as its `open` and its backends get them; none means its defaults. */
  readonly familySettings?: Readonly<Record<string, unknown>>;
  /** The program's environment; of it, a worker's process gets what Deno itself needs. Default: the process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Where changes that have begun are counted. Default: the house's own. */
  readonly ongoing?: Ongoing;
  /** Takes the traces of calls. Default: nobody does. */
  readonly tracer?: Tracer;
}

/** A house that was opened, and must be closed: its workers' processes hold the program until then. */
export interface OpenHouse extends House {
  /** Null without a state directory: then nothing is changed on any target. */
  readonly approvals: ApprovalDesk | null;
  /** Lets changes that have begun end, ends every worker's process, then writes the audit log's last rows. */
  close(): Promise<void>;
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
  settings: HouseSettings,
): OpenHouse {
  const { families, readOnly, stateDirectory, familySettings, environment } = settings;
  const { has = {}, policy = DEFAULT_POLICY, ongoing = new Ongoing() } = settings;
  const chosen = families === null ? {} : { families };
  const catalogue = openCatalogue(data, loaders, { ...chosen, readOnly, has });
  const bare = bareHouse(catalogue);
  const audit = stateDirectory === null
    ? { ...bare.audit, degraded: NO_RECORD }
    : createAuditLog({ directory: stateDirectory });
  const approvals = stateDirectory === null
    ? null
    : createApprovals({ directory: stateDirectory, file: settings.approvalFile ?? null });
  const isolates = lazyIsolates(environment);
  return {
    ...bare,
    policy,
    ongoing,
    audit,
    approvals,
    ...(stateDirectory === null ? {} : { spent: createSpentNonces({ directory: stateDirectory }) }),
    serviceOf: servicesOf(familySettings ?? {}, { isolates: isolates.open, house: { catalogue, policy } }),
    onDefect: logDefect,
    ...(settings.tracer === undefined ? {} : { tracer: settings.tracer }),
    async close() {
      ongoing.close();
      await ongoing.settled();
      await isolates.close();
      approvals?.close();
      await audit.close();
    },
  };
}

const NO_RECORD =
  "No state directory is known: set HOME or XDG_STATE_HOME; until then no confirmation counts, and no server may be changed";

/** Each family's service, made on its first call. */
function servicesOf(
  settings: Readonly<Record<string, unknown>>,
  { isolates, house }: {
    isolates: () => Promise<Isolates>;
    house: Pick<House, "catalogue" | "policy">;
  },
): House["serviceOf"] {
  const services = new Map<string, unknown>();
  const serviceOf: House["serviceOf"] = (family) => {
    if (family.open === undefined) return undefined;
    if (!services.has(family.name)) {
      const own = settings[family.name];
      const backends = backendsOf(family.backends ?? [], { settings: own, isolates });
      const opened = family.open(own, backends, { ...house, judge });
      services.set(family.name, opened);
      if (opened instanceof Promise) opened.then((service) => services.set(family.name, service), () => {});
    }
    return services.get(family.name);
  };
  const judge = judgeOf(() => house.catalogue.load(JUDGE), serviceOf);
  return serviceOf;
}

/** The workers; their code is loaded when the first is called, because most runs of the program call none. */
function lazyIsolates(
  environment: HouseSettings["environment"],
): { readonly open: () => Promise<Isolates>; readonly close: () => Promise<void> } {
  let opened: Promise<Isolates> | undefined;
  const open = async (): Promise<Isolates> => {
    const [{ createIsolates }, { ownCommand }] = await Promise.all([
      import("./isolate/isolates.ts"),
      import("./isolate/command.ts"),
    ]);
    const own = environment ?? Deno.env.toObject();
    return createIsolates(ownCommand(own), {
      environment: own,
      onPrint: (worker, line) => writeLog("info", `${worker}: ${line}`, { fields: { worker } }),
    });
  };
  return {
    open: () => opened ??= open(),
    close: async () => await (await opened)?.close(),
  };
}
