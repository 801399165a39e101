/**
 * The servers of a configuration, each checked field by field. Predicates, as for every setting: a start must not wait for
 * a schema library. No message shows a value, because most of them are secret or next to one.
 */
import { nearest } from "../core/nearest.ts";
import { type Program, programsOf } from "./hosts_programs.ts";
import { configError, type Origin, shown } from "./source.ts";

/** A mikr.us account. */
export interface MikrusServer {
  readonly type: "mikrus";
  readonly alias: string;
  readonly srv: string;
  readonly apiUrl: string;
  readonly apiCaFile: string | null;
  readonly key: string;
}

/** A machine that is reached by SSH. */
export interface SshServer {
  readonly type: "ssh";
  readonly alias: string;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | null;
  readonly sudoPassword: string | null;
  readonly keyFile: string | null;
  readonly keyPassphraseFile: string | null;
  readonly certFile: string | null;
  readonly knownHostsFile: string;
  /** Seconds. */
  readonly timeout: number;
  readonly verifyHostKey: boolean;
  readonly sudo: boolean;
  /** Programs that may be started on it, besides those that may be on all. */
  readonly programs: Readonly<Record<string, Program>>;
}

/** A configured server. */
export type Server = MikrusServer | SshServer;

/** Servers of one configuration. */
const MAX_SERVERS = 64;

/** What one field takes: in words, and as a check. */
interface Field {
  readonly takes: string;
  readonly fits: (value: unknown) => boolean;
}

const secret: Field = {
  takes: "a text of 1 to 1024 characters on one line",
  fits: matches(/^[^\0\r\n]{1,1024}$/),
};
const place: Field = {
  takes: "an absolute path, or one that begins with ~/",
  fits: matches(/^(?:~?\/)[^\0]{0,4095}$/),
};
const truth: Field = { takes: "true or false", fits: (value) => typeof value === "boolean" };

const FIELDS: Readonly<Record<Server["type"], Readonly<Record<string, Field>>>> = {
  mikrus: {
    type: truth,
    key: { ...secret, takes: "the API key" },
    srv: { takes: "the server's id, such as srv123", fits: matches(/^[A-Za-z0-9_-]{1,64}$/) },
    api_url: { takes: "an https URL without user, query or fragment", fits: isApiUrl },
    api_ca_file: place,
  },
  ssh: {
    type: truth,
    host: {
      takes: "a host name or an address",
      fits: matches(/^(?:[A-Za-z0-9._-]{1,253}|[0-9A-Fa-f:.]{2,45})$/),
    },
    port: { takes: "a whole number from 1 to 65535", fits: isWhole(1, 65_535) },
    user: { takes: "a user's name", fits: matches(/^[^\s:#/\p{Cc}]{1,128}$/u) },
    password: secret,
    sudo_password: secret,
    ssh_key: place,
    ssh_key_passphrase_file: place,
    ssh_cert: place,
    known_hosts_file: place,
    timeout: { takes: "seconds from 1 to 300", fits: isWhole(1, 300) },
    verify_host_key: truth,
    sudo: truth,
    programs: { takes: "a table of programs by name", fits: isTable },
  },
};

const REQUIRED: Readonly<Record<Server["type"], readonly string[]>> = {
  mikrus: ["key", "srv"],
  ssh: ["host"],
};

/**
 * The servers, in their order.
 *
 * @param given An object of objects by alias, as `MCP_SERVERS` and the table `[hosts]` have it.
 * @param about Where it came from, and the home directory that `~` stands for; null when none is known.
 * @throws ToolError `CONFIG_INVALID`, which names the server and the field but no value.
 *
 * @example
 * ```ts
 * import { serversOf } from "gatehouse/config/hosts_targets.ts";
 *
 * const about = { origin: "MCP_SERVERS", home: "/home/me" };
 * const [server] = serversOf({ web: { type: "ssh", host: "web.example.com" } }, about);
 * if (server?.type !== "ssh" || server.knownHostsFile !== "/home/me/.ssh/known_hosts") throw new Error("other defaults");
 * ```
 */
export function serversOf(
  given: unknown,
  about: { readonly origin: Origin; readonly home: string | null },
): Server[] {
  const { origin } = about;
  const servers = Object.entries(isTable(given) ? given : {});
  if (servers.length === 0 || servers.length > MAX_SERVERS) {
    throw configError(
      `Could not use the servers from ${shown(origin)}`,
      `Give an object of 1 to ${MAX_SERVERS} servers by alias`,
    );
  }
  return servers.map(([alias, server]) => serverOf(alias, { server, ...about }));
}

interface About {
  readonly server: unknown;
  readonly origin: Origin;
  readonly home: string | null;
}

function serverOf(alias: string, { server, origin, home }: About): Server {
  if (!/^[^\s,\p{Cc}]{1,128}$/u.test(alias)) {
    throw configError(
      `Could not use the alias ${shown(alias)} from ${shown(origin)}`,
      "Give 1 to 128 characters without blanks and commas",
    );
  }
  const where = `of the server ${shown(alias)} from ${shown(origin)}`;
  if (!isTable(server)) throw configError(`Could not use the settings ${where}`, "Give a table");
  const type = server["type"];
  if (type !== "mikrus" && type !== "ssh") {
    throw configError(`Could not use the type ${where}`, 'Give type "mikrus" or "ssh"');
  }
  checkFields(server, { type, where });
  checkTogether(server, where);
  const read = new Fields(server, { where, home });
  return type === "mikrus" ? mikrusServer(alias, read) : sshServer(alias, read);
}

function checkFields(
  server: Readonly<Record<string, unknown>>,
  { type, where }: { readonly type: Server["type"]; readonly where: string },
): void {
  const fields = FIELDS[type];
  const names = Object.keys(fields);
  // A misspelt name first: what it was meant to be is missing as well.
  for (const name of Object.keys(server)) {
    if (Object.hasOwn(fields, name)) continue;
    const meant = nearest(name, names);
    throw configError(
      `Unknown setting ${shown(name)} ${where}`,
      meant === null
        ? `The settings of a server of type ${type} are ${names.join(", ")}`
        : `Did you mean ${meant}?`,
    );
  }
  for (const name of REQUIRED[type]) {
    if (server[name] === undefined) {
      throw configError(`The setting ${name} ${where} is missing`, `Give ${fields[name]?.takes}`);
    }
  }
  for (const [name, value] of Object.entries(server)) {
    const field = fields[name];
    if (field === undefined) continue;
    if (name !== "type" && !field.fits(value)) {
      throw configError(`Could not use ${name} ${where}`, `Give ${field.takes}`);
    }
  }
}

/** Fields that mean nothing without another one: whoever gives them expects a login that would never be tried. */
const NEEDED: Readonly<Record<string, string>> = { ssh_cert: "ssh_key", ssh_key_passphrase_file: "ssh_key" };

function checkTogether(server: Readonly<Record<string, unknown>>, where: string): void {
  for (const [name, other] of Object.entries(NEEDED)) {
    if (server[name] === undefined || server[other] !== undefined) continue;
    throw configError(
      `The setting ${name} ${where} is of no use without ${other}`,
      `Give ${other}, or leave ${name} out`,
    );
  }
}

/** Fields that were checked above, each as what it is. */
class Fields {
  constructor(
    readonly given: Readonly<Record<string, unknown>>,
    readonly about: { readonly where: string; readonly home: string | null },
  ) {}

  text(name: string): string | null {
    const value = this.given[name];
    return typeof value === "string" ? value : null;
  }

  whole(name: string, otherwise: number): number {
    const value = this.given[name];
    return typeof value === "number" ? value : otherwise;
  }

  truth(name: string, otherwise: boolean): boolean {
    const value = this.given[name];
    return typeof value === "boolean" ? value : otherwise;
  }

  programs(): Readonly<Record<string, Program>> {
    return programsOf(this.given["programs"], this.about.where);
  }

  place(name: string, otherwise: string | null = null): string | null {
    const path = this.text(name) ?? otherwise;
    if (path === null || path.startsWith("/")) return path;
    const { home, where } = this.about;
    if (home === null) {
      throw configError(
        `Could not use ${name} ${where}: no home directory is known`,
        `Set HOME, or give ${name}`,
      );
    }
    return `${home}${path.slice(1)}`;
  }
}

function mikrusServer(alias: string, read: Fields): MikrusServer {
  return {
    type: "mikrus",
    alias,
    srv: read.text("srv") ?? "",
    key: read.text("key") ?? "",
    apiUrl: (read.text("api_url") ?? "https://api.mikr.us").replace(/\/+$/, ""),
    apiCaFile: read.place("api_ca_file"),
  };
}

function sshServer(alias: string, read: Fields): SshServer {
  const verifyHostKey = read.truth("verify_host_key", true);
  return {
    type: "ssh",
    alias,
    host: read.text("host") ?? "",
    port: read.whole("port", 22),
    user: read.text("user") ?? "root",
    password: read.text("password"),
    sudoPassword: read.text("sudo_password"),
    keyFile: read.place("ssh_key"),
    keyPassphraseFile: read.place("ssh_key_passphrase_file"),
    certFile: read.place("ssh_cert"),
    // One that is not verified needs no file, and so no home either.
    knownHostsFile: verifyHostKey ? read.place("known_hosts_file", "~/.ssh/known_hosts") ?? "" : "",
    timeout: read.whole("timeout", 30),
    verifyHostKey,
    sudo: read.truth("sudo", read.text("sudo_password") !== null),
    programs: read.programs(),
  };
}

function matches(shape: RegExp): (value: unknown) => boolean {
  return (value) => typeof value === "string" && shape.test(value);
}

function isWhole(min: number, max: number): (value: unknown) => boolean {
  return (value) => typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
}

function isApiUrl(value: unknown): boolean {
  if (typeof value !== "string" || value.length > 2_048 || !URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return protocol === "https:" && username + password + search + hash === "";
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
