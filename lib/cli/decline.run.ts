import type { DeclineFlags } from "./approve.ts";
import { noSuchRequest } from "./approve_request.ts";
import { boundFields } from "./approval_text.ts";
import { usageError } from "./failure.ts";
import { unneeded } from "./gate_session.ts";
import type { Io } from "./io.ts";
import { operate, type Operating, recorded } from "./operating.ts";
import { printJson } from "./print.ts";

/** Characters of a reason, as they reach the agent. */
const MAX_REASON = 300;

/** Exit 1 when no such request waits. */
export default async function decline(io: Io, flags: DeclineFlags, id: string): Promise<number> {
  const reason = flags.reason?.trim() ?? "";
  if (reason === "" || reason.length > MAX_REASON) {
    throw usageError("No reason the agent could be told", `Give --reason with 1 to ${MAX_REASON} characters`);
  }
  const work = async (operating: Operating) => {
    io.revoke(unneeded({ startsWorker: false }));
    const binding = await operating.approvals.decline(id, reason);
    if (binding === null) throw noSuchRequest(id);
    await recorded(operating, { command: "decline", binding, more: { request: id, reason } });
    if (flags.json === true) printJson(io, { id, state: "declined", reason, ...boundFields(binding) });
    else io.out(`Declined ${id}\n`);
    return 0;
  };
  return await operate(io, { flags, work });
}
