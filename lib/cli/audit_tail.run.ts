import { shown } from "../config/source.ts";
import { oneLine } from "../core/bounds.ts";
import type { AuditEntry } from "../core/audit.ts";
import { type AuditRow, tailAudit } from "../state/audit_tail.ts";
import type { TailFlags } from "./audit.ts";
import { usageError } from "./failure.ts";
import type { Io } from "./io.ts";
import { columns, printJson } from "./print.ts";
import { loadFor, stateDirectoryOf } from "./session.ts";

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 10_000;
/** Of a bearer token's digest the begin tells callers apart; --json has all of it. */
const MAX_PRINCIPAL = 30;
/** How a call can have ended: a verdict, a word of the record, or a code. Of another word nothing is ever found. */
const ENDINGS = /^(?:allow|ask|deny|ok|question|intent|[A-Z][A-Z0-9_]*)$/;

/** The newest rows, oldest of them first. */
export default async function tail(io: Io, flags: TailFlags): Promise<number> {
  const limit = limitOf(flags.limit);
  const wanted = wantedBy(flags);
  const directory = stateDirectoryOf(await loadFor(io, { config: flags.config }));
  io.revoke(["net", "run", "env"]);
  const rows = tailAudit(directory, { limit, wanted });
  if (flags.json === true) printJson(io, { rows });
  else io.out(columns(rows.map(cells), { max: 160 }));
  return 0;
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  const limit = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw usageError(
    `Could not use limit ${shown(text)} from --limit`,
    `Give a whole number from 1 to ${MAX_LIMIT}`,
  );
}

function wantedBy({ since, tool, decision }: TailFlags): (entry: AuditEntry) => boolean {
  const from = since === undefined ? -Infinity : timeFrom(since);
  if (decision !== undefined && !ENDINGS.test(decision)) {
    throw usageError(
      `Could not use decision ${shown(decision)} from --decision`,
      "Give allow, ask, deny, ok, question, intent, or a code such as ARGUMENTS_INVALID",
    );
  }
  return (entry) =>
    entry.at >= from &&
    (tool === undefined || entry.tool === tool) &&
    (decision === undefined || decision === (entry.facts["decision"] ?? entry.outcome) ||
      decision === entry.outcome);
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds since 1970. A time without its zone would be another one on another machine. */
function timeFrom(text: string): number {
  const { count, unit } = text.match(/^(?<count>\d{1,6})(?<unit>[smhd])$/)?.groups ?? {};
  if (count !== undefined && (unit === "s" || unit === "m" || unit === "h" || unit === "d")) {
    return Date.now() - Number(count) * UNITS[unit];
  }
  const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
    ? Date.parse(text)
    : NaN;
  // The 31st of February would be taken for a day in March.
  const day = text.slice(0, 10);
  const isDay = !Number.isNaN(time) && new Date(Date.parse(day)).toISOString().startsWith(day);
  if (isDay) return time;
  throw usageError(
    `Could not use time ${shown(text)} from --since`,
    "Give 30s, 10m, 2h or 7d, a day such as 2026-11-30 (UTC), or a time with its zone",
  );
}

function cells(row: AuditRow): string[] {
  const seq = String(row.seq);
  if (row.kind === "unreadable") return [seq, "", "not a row of ours: run gatehouse audit verify"];
  if (row.kind === "gap") return [seq, timeOf(row.at), `${row.lost} rows were lost here: too many waited`];
  const { at, principal, via, tool, outcome, ms, facts } = row.entry;
  const told = Object.entries(facts).filter(([, fact]) => fact !== null).map(([name, fact]) =>
    `${name}=${fact}`
  );
  return [seq, timeOf(at), via, oneLine(principal, MAX_PRINCIPAL), tool, outcome, `${ms} ms`, told.join(" ")];
}

/** A damaged row may hold a number that is no time. */
function timeOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString();
}
