import { oneLine } from "../core/bounds.ts";
import { type AuditReport, verifyAudit } from "../state/audit_verify.ts";
import type { KeptFlag, VerifyFlags } from "./audit.ts";
import type { Io } from "./io.ts";
import { coloured, printJson } from "./print.ts";
import { loadFor, stateDirectoryOf } from "./session.ts";

/** Exit 1 when the record is not whole. */
export default async function verify(io: Io, flags: VerifyFlags & KeptFlag): Promise<number> {
  const directory = stateDirectoryOf(await loadFor(io, { config: flags.config }));
  io.revoke(["net", "run", "env"]);
  const report = await verifyAudit(directory, { kept: flags.kept === true });
  const { first, rows, segments, firstBad, head, intact, cannotProve } = report;
  if (flags.json === true) {
    printJson(io, report);
    return intact ? 0 : 1;
  }
  const verdict = coloured(intact ? "intact" : "not intact", { io, colour: intact ? "green" : "red" });
  const lines = [
    `${verdict}: ${rows - first + 1} rows${first > 1 ? ` from ${first} on` : ""} in ${segments} ${
      segments === 1 ? "file" : "files"
    }, seal ${head}`,
    ...(firstBad === null ? [] : [`first bad row ${firstBad.seq}: ${oneLine(firstBad.why, 300)}`]),
    ...(isCutAtBegin(report) ? ["If you removed old files yourself, check the rest with --kept"] : []),
    ...cannotProve.map((limit) => `cannot prove: ${oneLine(limit, 300)}`),
  ];
  io.out(lines.map((line) => `${line}\n`).join(""));
  return intact ? 0 : 1;
}

/** Not one row was whole, and the first file that is there begins later. */
function isCutAtBegin({ rows, firstBad }: AuditReport): boolean {
  return rows === 0 && firstBad?.seq === 1 && firstBad.why.endsWith("are missing");
}
