/** The servers' settings as they may be shown: of a secret only what kind it is, and not how long. */
import { redactText } from "../core/redact.ts";
import type { Server } from "./hosts_targets.ts";

/** A value as it may be shown. */
export type Cell = string | number | boolean | null | readonly string[];

/** What stands for a secret. */
const SECRETS: Readonly<Record<string, string>> = {
  key: "(API key)",
  password: "(password)",
  sudoPassword: "(sudo password)",
};

/** The settings of a server by their names in the file; `alias` stands in the name of each row. */
const NAMES: Readonly<Record<string, string>> = {
  type: "type",
  srv: "srv",
  apiUrl: "api_url",
  apiCaFile: "api_ca_file",
  key: "key",
  host: "host",
  port: "port",
  user: "user",
  password: "password",
  sudoPassword: "sudo_password",
  keyFile: "ssh_key",
  keyPassphraseFile: "ssh_key_passphrase_file",
  certFile: "ssh_cert",
  knownHostsFile: "known_hosts_file",
  timeout: "timeout",
  verifyHostKey: "verify_host_key",
  sudo: "sudo",
  programs: "programs",
};

/**
 * A row for each setting of each server that has a value.
 *
 * @example
 * ```ts
 * import { serverRows } from "gatehouse/config/effective_hosts.ts";
 *
 * const server = { type: "mikrus", alias: "a", srv: "srv1", apiUrl: "https://api.example", apiCaFile: null, key: "k" } as const;
 * const rows = serverRows([server]);
 * if (rows.find(({ name }) => name === "hosts.a.key")?.value !== "(API key)") throw new Error("shown");
 * ```
 */
export function serverRows(servers: readonly Server[]): { readonly name: string; readonly value: Cell }[] {
  return servers.flatMap((server) =>
    Object.entries(server).flatMap(([field, value]) => {
      const name = NAMES[field];
      if (name === undefined || value === null) return [];
      return [{
        name: `hosts.${redactText(server.alias).text}.${name}`,
        value: SECRETS[field] ?? cellOf(value),
      }];
    })
  );
}

/** A secret may stand where none belongs, as a user's name or a server's. */
function cellOf(value: unknown): Cell {
  if (typeof value === "string") return redactText(value).text;
  if (typeof value === "number" || typeof value === "boolean") return value;
  return typeof value === "object" && value !== null
    ? Object.keys(value).map((key) => redactText(key).text)
    : null;
}
