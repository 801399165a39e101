import { shown } from "../config/source.ts";
import { type AuditRow, tailAudit } from "../state/audit_tail.ts";
import type { TailFlags } from "./audit.ts";
import { usageError } from "./failure.ts";
import type { Io } from "./io.ts";
import { columns, printJson } from "./print.ts";
import { loadFor, stateDirectoryOf } from "./session.ts";

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 10_000;

/** The newest rows, oldest of them first. */
export default async function tail(io: Io, flags: TailFlags): Promise<number> {
  const limit = limitOf(flags.limit);
  const directory = stateDirectoryOf(await loadFor(io, { config: flags.config }));
  io.revoke(["net", "run", "env"]);
  const rows = tailAudit(directory, { limit });
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

function cells(row: AuditRow): string[] {
  const seq = String(row.seq);
  if (row.kind === "unreadable") return [seq, "", "not a row of ours: run gatehouse audit verify"];
  if (row.kind === "gap") return [seq, timeOf(row.at), `${row.lost} rows were lost here: too many waited`];
  const { at, principal, via, tool, outcome, ms, facts } = row.entry;
  const told = Object.entries(facts).filter(([, fact]) => fact !== null).map(([name, fact]) =>
    `${name}=${fact}`
  );
  return [seq, timeOf(at), via, principal, tool, outcome, `${ms} ms`, told.join(" ")];
}

/** A damaged row may hold a number that is no time. */
function timeOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString();
}
