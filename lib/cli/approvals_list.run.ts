import { fieldLines, grantedFields } from "./approval_text.ts";
import type { ApprovalsFlags } from "./approvals.ts";
import { unneeded } from "./gate_session.ts";
import type { Io } from "./io.ts";
import { operate, type Operating } from "./operating.ts";
import { printJson } from "./print.ts";

/** Prints the approvals, those that expire first in front. */
export default async function list(io: Io, flags: ApprovalsFlags): Promise<number> {
  const work = async ({ approvals }: Operating) => {
    io.revoke(unneeded({ startsWorker: false }));
    const granted = (await approvals.granted()).map(grantedFields);
    if (flags.json === true) printJson(io, { approvals: granted });
    else io.out(granted.map(fieldLines).join("\n") || "No approval is left to be used\n");
    return 0;
  };
  return await operate(io, { flags, work });
}
