/** The family's part of the configuration, as it gets it. */
import { z } from "zod";
import type { ConfiguredTarget } from "./types.ts";

const text = z.string().max(4_096);
const path = text.nullable();

const mikrus = z.strictObject({
  type: z.literal("mikrus"),
  alias: text,
  srv: text,
  apiUrl: text,
  apiCaFile: path,
  key: text,
});

const takes = z.enum(["none", "text", "number", "path"]);

const program = z.strictObject({
  path,
  options: z.record(z.string(), takes),
  operands: takes,
  commands: z.array(z.string()).max(128),
});

const ssh = z.strictObject({
  type: z.literal("ssh"),
  alias: text,
  host: text,
  port: z.int().min(1).max(65_535),
  user: text,
  password: path,
  sudoPassword: path,
  keyFile: path,
  keyPassphraseFile: path,
  certFile: path,
  knownHostsFile: text,
  timeout: z.int().min(1).max(300),
  verifyHostKey: z.boolean(),
  sudo: z.boolean(),
  programs: z.record(z.string(), program).optional(),
});

// Nothing needs to be configured.
const hostsSettings = z.strictObject({
  targets: z.array(z.discriminatedUnion("type", [mikrus, ssh])).max(64).default([]),
  /** The alias that is meant when a call names none. */
  defaultTarget: text.nullable().default(null),
  /** Absolute paths of the stores that the operator has named. */
  stores: z.strictObject({ job_store: path, cron_store: path, plan_store: path })
    .default({ job_store: null, cron_store: null, plan_store: null }),
  /** Bytes of an answer with all that belongs to it. */
  maxResultBytes: z.int().min(1_024).max(1_000_000).default(1_000_000),
  /** As the operator calls this configuration. */
  configRevision: text.nullable().default(null),
  /** Absolute path of the deployment's receipt. */
  deploymentReceipt: path.default(null),
});

/** The settings in force. */
export type HostsSettings = z.output<typeof hostsSettings>;

/**
 * The settings of what the configuration gave.
 *
 * @param given As the configuration's own schema has checked it; nothing means no server.
 *
 * @example
 * ```ts
 * import { settingsOf } from "gatehouse/hosts/settings.ts";
 *
 * if (settingsOf(undefined).targets.length !== 0) throw new Error("a server from nowhere");
 * ```
 */
export function settingsOf(
  given: unknown,
): HostsSettings & { readonly targets: readonly ConfiguredTarget[] } {
  return hostsSettings.parse(given ?? {});
}
