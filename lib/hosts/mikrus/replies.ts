/** What the mikr.us API answers, checked by hand: this runs in a worker, which carries no schema library. */
import { type DatabaseAccount, databaseAccount } from "./credentials.ts";
import { list, raw, record, required, ShapeError, text } from "./reading.ts";
import { type ProcessSnapshot, processSnapshot } from "./snapshot.ts";
import { safeText } from "./text.ts";
import { unescapeHtml } from "./unescape.ts";

/** `/info` */
export interface ServerInfo {
  readonly server_id: string;
  readonly imie_id: string | null;
  readonly server_name: string | null;
  /** Local time of the provider, as it writes it: `2026-06-08 00:00:00`; so are the other times. */
  readonly expires: string | null;
  readonly expires_cytrus: string | null;
  readonly expires_storage: string | null;
  /** Megabytes, as digits. */
  readonly param_ram: string | null;
  /** Gigabytes, as digits. */
  readonly param_disk: string | null;
  readonly lastlog_panel: string | null;
  /** `tak` or `nie`. */
  readonly mikrus_pro: string | null;
}

/** One of `/serwery`. */
export type ServerEntry = Pick<
  ServerInfo,
  "server_id" | "server_name" | "expires" | "param_ram" | "param_disk"
>;

/** One of `/logs`. */
export interface TaskLog {
  readonly id: string;
  readonly server_id: string | null;
  readonly task: string | null;
  readonly when_created: string | null;
  /** Null while the task is not done. */
  readonly when_done: string | null;
  readonly output: string | null;
}

/** `/stats` */
export interface ServerStats {
  readonly free: string | null;
  readonly df: string | null;
  readonly uptime: string | null;
  readonly processSnapshot: ProcessSnapshot;
}

/** A task that was accepted: `/restart`, `/amfetamina`. */
export interface Accepted {
  readonly msg: string;
  /** What `get_log_by_id` takes; null when none was named. */
  readonly task_id: string | null;
}

/** `/domain` with a port */
export interface AssignedDomain {
  /** `gotowe` when it is done. */
  readonly status: string | null;
  readonly domain: string | null;
  readonly port: string | null;
}

/** Processes of `/stats` that are shown. */
const STATS_PROCESSES = 50;

/**
 * @throws ShapeError
 *
 * @example
 * ```ts
 * import { serverInfo } from "gatehouse/hosts/mikrus/replies.ts";
 *
 * if (serverInfo({ server_id: "j230", param_ram: 1024 }).param_ram !== "1024") throw new Error("no text");
 * ```
 */
export function serverInfo(reply: unknown): ServerInfo {
  const fields = record(reply);
  return {
    ...serverEntry(fields),
    imie_id: text(fields, "imie_id"),
    expires_cytrus: text(fields, "expires_cytrus"),
    expires_storage: text(fields, "expires_storage"),
    lastlog_panel: text(fields, "lastlog_panel"),
    mikrus_pro: text(fields, "mikrus_pro"),
  };
}

/**
 * @throws ShapeError
 *
 * @example
 * ```ts
 * import { serverList } from "gatehouse/hosts/mikrus/replies.ts";
 *
 * if (serverList([{ server_id: "a133" }]).servers[0]?.server_id !== "a133") throw new Error("not listed");
 * ```
 */
export function serverList(reply: unknown): { readonly servers: readonly ServerEntry[] } {
  return { servers: list(reply).map(serverEntry) };
}

function serverEntry(reply: unknown): ServerEntry {
  const fields = record(reply);
  return {
    server_id: required(fields, "server_id"),
    server_name: text(fields, "server_name"),
    expires: text(fields, "expires"),
    param_ram: text(fields, "param_ram"),
    param_disk: text(fields, "param_disk"),
  };
}

/**
 * @throws ShapeError
 *
 * @example
 * ```ts
 * import { taskLogs } from "gatehouse/hosts/mikrus/replies.ts";
 *
 * if (taskLogs([{ id: "3751", output: "OK\n" }]).logs[0]?.output !== "OK\n") throw new Error("not listed");
 * ```
 */
export function taskLogs(reply: unknown): { readonly logs: readonly TaskLog[] } {
  return { logs: list(reply).map(taskLog) };
}

/**
 * @throws ShapeError
 *
 * @example
 * ```ts
 * import { taskLog } from "gatehouse/hosts/mikrus/replies.ts";
 *
 * if (taskLog({ id: 3751, when_done: null }).id !== "3751") throw new Error("no text");
 * ```
 */
export function taskLog(reply: unknown): TaskLog {
  // One entry that is asked for by its id comes alone, or as a list of one.
  const fields = record(Array.isArray(reply) && reply.length === 1 ? reply[0] : reply);
  return {
    id: required(fields, "id"),
    server_id: text(fields, "server_id"),
    task: text(fields, "task"),
    when_created: text(fields, "when_created"),
    when_done: text(fields, "when_done"),
    output: text(fields, "output"),
  };
}

/**
 * The texts of `free`, `df` and `uptime`, and the processes of `ps`; their HTML escapes are undone.
 *
 * @throws ShapeError
 *
 * @example
 * ```ts
 * import { serverStats } from "gatehouse/hosts/mikrus/replies.ts";
 *
 * if (serverStats({ uptime: "16:32:02 up 6 days\nsh: 1: echo", ps: "" }).uptime !== "16:32:02 up 6 days") {
 *   throw new Error("the API's own noise is shown");
 * }
 * ```
 */
export function serverStats(reply: unknown): ServerStats {
  const fields = record(reply);
  if (!["free", "df", "uptime", "ps"].some((name) => typeof fields[name] === "string")) {
    throw new ShapeError("it has no statistics");
  }
  return {
    free: output(fields, "free"),
    df: output(fields, "df"),
    uptime: output(fields, "uptime"),
    // Masked row by row, where the words of a command can be told apart.
    processSnapshot: processSnapshot(unescapeHtml(raw(fields, "ps") ?? ""), STATS_PROCESSES),
  };
}

/** Lines that the API's own script leaves in the texts. */
const NOISE = /^(?:sh: \d{1,5}: echo|: not found)$/;

function output(fields: Readonly<Record<string, unknown>>, name: string): string | null {
  const given = raw(fields, name);
  if (given === null) return null;
  return safeText(unescapeHtml(given)).split("\n").filter((line) => !NOISE.test(line.trim())).join("\n");
}

/**
 * @throws ShapeError
 *
 * @example
 * ```ts
 * import { accepted } from "gatehouse/hosts/mikrus/replies.ts";
 *
 * if (accepted({ msg: "OK", task_id: 3760 }).task_id !== "3760") throw new Error("no text");
 * ```
 */
export function accepted(reply: unknown): Accepted {
  const fields = record(reply);
  return { msg: required(fields, "msg"), task_id: text(fields, "task_id") };
}

/**
 * The database accounts by kind, without their passwords; null where there is none.
 *
 * @returns `redacted`: passwords and lines that were held back; left out when there were none.
 * @throws ShapeError
 *
 * @example
 * ```ts
 * import { databaseAccounts } from "gatehouse/hosts/mikrus/replies.ts";
 *
 * const { psql, mysql, redacted } = databaseAccounts({ psql: "Server: psql01\nlogin: a\nHaslo: b3d\nBaza: a" });
 * if (psql?.password !== "[redacted]" || mysql !== null || redacted !== 1) throw new Error("not read");
 * ```
 */
export function databaseAccounts(reply: unknown): {
  readonly psql: DatabaseAccount | null;
  readonly mysql: DatabaseAccount | null;
  readonly mongo: DatabaseAccount | null;
  readonly redacted?: number;
} {
  const fields = record(reply);
  const account = (kind: string): DatabaseAccount | null => {
    const block = raw(fields, kind);
    return block === null || block.trim() === "" ? null : databaseAccount(block);
  };
  const accounts = { psql: account("psql"), mysql: account("mysql"), mongo: account("mongo") };
  const all = [accounts.psql, accounts.mysql, accounts.mongo].filter((one) => one !== null);
  const held = all.reduce((sum, { password, withheld }) => sum + withheld + (password === null ? 0 : 1), 0);
  return held === 0 ? accounts : { ...accounts, redacted: held };
}

/**
 * The ports, in the order in which they came; a list by protocol becomes one list.
 *
 * @throws ShapeError
 *
 * @example
 * ```ts
 * import { assignedPorts } from "gatehouse/hosts/mikrus/replies.ts";
 *
 * if (assignedPorts(["10230", 20230]).ports.join() !== "10230,20230") throw new Error("no numbers");
 * if (assignedPorts({ tcp: [22], udp: ["53", 22] }).ports.join() !== "22,53") throw new Error("not joined");
 * ```
 */
export function assignedPorts(reply: unknown): { readonly ports: readonly number[] } {
  const lists = Array.isArray(reply) ? [reply] : Object.values(record(reply));
  const ports = lists.flatMap((ports) => list(ports)).map((port) => {
    const number = typeof port === "string" && /^\d{1,5}$/.test(port) ? Number(port) : port;
    if (typeof number !== "number" || !Number.isInteger(number) || number < 1 || number > 65_535) {
      throw new ShapeError("it lists something that is no port");
    }
    return number;
  });
  return { ports: [...new Set(ports)] };
}

/**
 * @throws ShapeError
 *
 * @example
 * ```ts
 * import { assignedDomain } from "gatehouse/hosts/mikrus/replies.ts";
 *
 * if (assignedDomain({ status: "gotowe", domain: "a.bieda.it", port: 20230 }).port !== "20230") {
 *   throw new Error("no text");
 * }
 * ```
 */
export function assignedDomain(reply: unknown): AssignedDomain {
  const fields = record(reply);
  const found = {
    status: text(fields, "status"),
    domain: text(fields, "domain"),
    port: text(fields, "port"),
  };
  if (found.status === null && found.domain === null) {
    throw new ShapeError("it names no domain and no status");
  }
  return found;
}

/**
 * What a command printed, with its HTML escapes undone.
 *
 * @throws ShapeError
 *
 * @example
 * ```ts
 * import { commandOutput } from "gatehouse/hosts/mikrus/replies.ts";
 *
 * if (commandOutput({ output: "a &lt; b" }).output !== "a < b") throw new Error("not unescaped");
 * ```
 */
export function commandOutput(reply: unknown): { readonly output: string } {
  const given = raw(record(reply), "output");
  if (given === null) throw new ShapeError("it has no output");
  return { output: unescapeHtml(given) };
}
