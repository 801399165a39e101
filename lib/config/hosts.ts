/** The servers and what belongs to them, in the form that the family takes. */
import type { Layers } from "./gate.ts";
import { type Server, serversOf } from "./hosts_targets.ts";
import { configError, shown } from "./source.ts";

/** The family's settings; nothing needs to be configured. */
export interface HostsTable {
  readonly targets: readonly Server[];
  /** The alias that is meant when a call names none; null without targets. */
  readonly defaultTarget: string | null;
  /** Absolute paths; null where there is no such store. */
  readonly stores: Readonly<Record<"job_store" | "cron_store" | "plan_store", string | null>>;
  /** Of an answer with all that belongs to it. */
  readonly maxResultBytes: number;
  /** As the operator calls this configuration; null when they do not. */
  readonly configRevision: string | null;
  /** Absolute path of the deployment's receipt; null without one. */
  readonly deploymentReceipt: string | null;
}

/** Bytes of an answer. */
const MAX_RESULT_BYTES = 1_000_000;

/**
 * The family's settings.
 *
 * @param layers What the layers give.
 * @param options `home`: what `~` stands for; null when none is known.
 * @throws ToolError `CONFIG_INVALID` for the first mistake in the servers of any layer, for a default that is none of them,
 * and for changes that are allowed together with a server whose identity nobody checks.
 *
 * @example
 * ```ts
 * import { hostsSettings } from "gatehouse/config/hosts.ts";
 *
 * const nothing = { value: () => undefined, all: () => [], origin: () => "default" };
 * if (hostsSettings(nothing, { home: null }).targets.length !== 0) throw new Error("a server from nowhere");
 * ```
 */
export function hostsSettings(
  { value, origin }: Layers,
  { home }: { readonly home: string | null },
): HostsTable {
  const given = value("hosts");
  const targets = given === undefined ? [] : serversOf(given, { origin: origin("hosts"), home });
  const named = value("policy.default_server");
  if (named !== undefined && !targets.some(({ alias }) => alias === named)) {
    throw configError(
      `The default server ${shown(named)} from ${shown(origin("policy.default_server"))} is not configured`,
      targets.length === 0
        ? "Configure it, or leave this out"
        : `The servers are ${targets.map(({ alias }) => alias).join(", ")}`,
    );
  }
  checkIdentities(targets, { value, origin });
  return {
    targets,
    defaultTarget: named ?? targets[0]?.alias ?? null,
    stores: {
      job_store: value("policy.job_store") ?? null,
      cron_store: value("policy.cron_store") ?? null,
      plan_store: value("policy.plan_store") ?? null,
    },
    maxResultBytes: Math.min(MAX_RESULT_BYTES, value("policy.max_result_bytes") ?? MAX_RESULT_BYTES),
    configRevision: value("policy.config_revision") ?? null,
    deploymentReceipt: value("policy.deployment_receipt") ?? null,
  };
}

function checkIdentities(
  targets: readonly Server[],
  { value, origin }: Pick<Layers, "value" | "origin">,
): void {
  const unchecked = targets.find((target) => target.type === "ssh" && !target.verifyHostKey);
  if (unchecked === undefined) return;
  const which = `The host key of ${shown(unchecked.alias)} from ${shown(origin("hosts"))} is not verified`;
  if (value("policy.allow_insecure_ssh") !== true) {
    throw configError(which, "Leave verify_host_key out, or set MCP_ALLOW_INSECURE_SSH=1 for reading only");
  }
  if (value("policy.writes") === true) {
    throw configError(
      `${which}, and ${shown(origin("policy.writes"))} allows changes`,
      "Verify the host key, or allow no changes",
    );
  }
}

/**
 * What of the tools' needs is there, as the catalogue asks for it.
 *
 * @param options `writes`: whether anything may be changed.
 *
 * @example
 * ```ts
 * import { hostsHas } from "gatehouse/config/hosts.ts";
 *
 * const stores = { job_store: null, cron_store: null, plan_store: null };
 * if (hostsHas({ targets: [], stores }, { writes: true }).includes("target")) throw new Error("a server from nowhere");
 * ```
 */
export function hostsHas(
  { targets, stores }: Pick<HostsTable, "targets" | "stores">,
  { writes }: { readonly writes: boolean },
): string[] {
  return [
    ...(targets.length > 0 ? ["target"] : []),
    ...(["mikrus", "ssh"].filter((type) => targets.some((target) => target.type === type))),
    ...Object.entries(stores).flatMap(([name, path]) => path === null ? [] : [name]),
    ...(writes ? ["writes"] : []),
  ];
}
