/** From the bytes that a shell answered: what the other way gives for systemctl, docker and journalctl. */
import { ToolError } from "../../../core/errors.ts";
import type { Order } from "../../types.ts";
import { failureOf } from "../failure.ts";
import { endedOf, type Raw, type RawEnded } from "./bytes.ts";

type Data = Readonly<Record<string, unknown>>;

const REFUSED = /permission denied|access denied|authentication (is )?required|operation not permitted/i;

/** @throws ToolError for a program that did not end well. */
function must(order: Order, ended: RawEnded, detail: string): RawEnded {
  if (ended.code === 0) return ended;
  const said = (ended.err || ended.out).trim().split("\n").at(-1) ?? "";
  const failure = /no such (container|object)/i.test(said)
    ? { code: "NOT_FOUND", detail: "CONTAINER_NOT_FOUND" }
    : /has not been booted with systemd|failed to connect to bus/i.test(ended.err)
    ? { code: "UNAVAILABLE", detail: "SYSTEMD_REQUIRED" }
    : { code: "UPSTREAM_FAILED", detail: REFUSED.test(ended.err) ? "PERMISSION_DENIED" : detail };
  const message = `It ended with ${ended.code}: ${said.slice(0, 300)}`;
  throw failureOf(order, { ...failure, message, exitCode: ended.code });
}

function records({ out, isCut }: RawEnded): { rows: Data[]; strange: string[] } {
  const lines = out.split("\n");
  if (isCut) lines.pop();
  const rows: Data[] = [];
  const strange: string[] = [];
  for (const line of lines.filter((line) => line.trim() !== "" && !line.startsWith("-- "))) {
    const row = recordOf(line);
    if (row === null) strange.push(line.slice(0, 200));
    else rows.push(row);
  }
  if (rows.length > 0 || strange.length === 0) return { rows, strange };
  throw new ToolError(
    "UPSTREAM_PROTOCOL",
    "Could not read the program's answer: it is no JSON (PARSER_FAILED)",
  );
}

function recordOf(line: string): Data | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : null;
  } catch {
    return null;
  }
}

function serviceStatus(raw: Raw, order: Order): Data {
  const show = must(order, endedOf(raw, "show"), "SERVICE_QUERY_FAILED");
  const pairs = show.out.split("\n").map((
    line,
  ) => [line.split("=", 1)[0] ?? "", line.slice(line.indexOf("=") + 1)]);
  const properties = Object.fromEntries(pairs.filter(([name = ""]) => SHOWN.has(name)));
  if (properties["LoadState"] === "not-found") {
    const message = "The machine has no such unit";
    throw failureOf(order, { code: "NOT_FOUND", message, detail: "SERVICE_NOT_FOUND", exitCode: null });
  }
  const status = endedOf(raw, "status");
  if (status.code > 4) must(order, status, "SERVICE_QUERY_FAILED");
  return { properties, output: status.out, stderr: status.err, exit_code: status.code };
}

const SHOWN = new Set([
  ...["Id", "Description", "LoadState", "ActiveState", "SubState", "UnitFileState", "Result", "MainPID"],
  ...["ExecMainStatus", "NRestarts", "ActiveEnterTimestamp", "MemoryCurrent", "TasksCurrent", "FragmentPath"],
]);

function containers(raw: Raw, order: Order): Data {
  const ended = must(order, endedOf(raw, "docker"), "DOCKER_FAILED");
  const { rows, strange } = records(ended);
  return {
    rows: rows.slice(0, 256),
    strange: strange.slice(0, 16),
    cut: ended.isCut || rows.length > 256,
    stderr: ended.err.slice(0, 20_000),
    exit_code: 0,
  };
}

function dockerLogs(raw: Raw, order: Order): Data {
  const { out, err, isCut } = must(order, endedOf(raw, "docker"), "DOCKER_FAILED");
  return { output: out, stderr: err, exit_code: 0, truncated: isCut };
}

function plain(value: unknown, limit: number): string | null {
  if (!Array.isArray(value)) return typeof value === "string" ? value.slice(0, limit) : null;
  // What is no UTF-8 comes as numbers; a field that stands several times as a list.
  const bytes = value.filter((byte) => typeof byte === "number" && byte >= 0 && byte < 256);
  if (bytes.length === value.length) return new TextDecoder().decode(Uint8Array.from(bytes)).slice(0, limit);
  return plain(value[0], limit);
}

function journal(raw: Raw, order: Order): Data {
  const ended = endedOf(raw, "journal");
  if (!/no journal files were (found|opened)/i.test(ended.err)) must(order, ended, "JOURNAL_FAILED");
  const { rows, strange } = records(ended);
  const number = (value: unknown, limit: number) => {
    const text = plain(value, limit);
    return text !== null && /^\d+$/.test(text) ? Number(text) : null;
  };
  const entries = rows.map((row) => ({
    time_us: number(row["__REALTIME_TIMESTAMP"], 20),
    unit: plain(row["_SYSTEMD_UNIT"], 256) ?? plain(row["UNIT"], 256),
    identifier: plain(row["SYSLOG_IDENTIFIER"], 256) ?? plain(row["_COMM"], 256),
    pid: number(row["_PID"], 12),
    priority: number(row["PRIORITY"], 1),
    message: plain(row["MESSAGE"], 2_000) ?? "",
  }));
  const asked = order.operation === "search_journal_logs" ? matching(entries, order) : entries;
  return {
    entries: asked.slice(0, 500).reverse(),
    stderr: ended.err.slice(0, 2_000),
    state: strange.length > 0 || ended.isCut ? "partial" : "complete",
    truncated: ended.isCut,
  };
}

/** Those with the term, whatever its case: it is never a program's argument. */
function matching<
  E extends { unit: string | null; identifier: string | null; pid: number | null; message: string },
>(
  entries: readonly E[],
  { input: { term, lines } }: Order,
): E[] {
  const wanted = String(term).toLowerCase();
  const line = ({ unit, identifier, pid, message }: E) =>
    `${unit ?? ""} ${identifier ?? ""}[${pid}]: ${message}`;
  const found = entries.filter((entry) => line(entry).toLowerCase().includes(wanted));
  return found.slice(0, typeof lines === "number" ? lines : 50);
}

/** By the name of the operation. */
export const PROGRAM_READERS: Readonly<Record<string, (raw: Raw, order: Order) => Data>> = {
  get_service_status: serviceStatus,
  list_docker_containers: containers,
  get_docker_stats: containers,
  get_docker_logs: dockerLogs,
  get_journal_logs: journal,
  find_system_errors: journal,
  search_journal_logs: journal,
};
