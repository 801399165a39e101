import { fieldLines, waitingFields } from "./approval_text.ts";
import type { PendingFlags } from "./approvals.ts";
import { unneeded } from "./gate_session.ts";
import type { Io } from "./io.ts";
import { operate, type Operating } from "./operating.ts";
import { printJson } from "./print.ts";

/** Prints the requests, the newest last. */
export default async function pending(io: Io, flags: PendingFlags): Promise<number> {
  const work = async ({ approvals }: Operating) => {
    io.revoke(unneeded({ startsWorker: false }));
    const requests = (await approvals.waiting()).map(waitingFields);
    if (flags.json === true) printJson(io, { requests });
    else io.out(requests.map(fieldLines).join("\n") || "No call waits for an approval\n");
    return 0;
  };
  return await operate(io, { flags, work });
}
