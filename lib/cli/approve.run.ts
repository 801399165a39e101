import type { ApproveFlags } from "./approve.ts";
import { approveCall } from "./approve_call.ts";
import { askedOf } from "./approve_flags.ts";
import { approveRequest } from "./approve_request.ts";
import { unneeded } from "./gate_session.ts";
import type { Io } from "./io.ts";
import { operate, type Operating } from "./operating.ts";

/** Exit 1 when the target cannot be reached, or a person did not say yes; 2 when no tool takes the call. */
export default async function approve(io: Io, flags: ApproveFlags, subject?: string): Promise<number> {
  const work = async (operating: Operating) => {
    const asked = askedOf(flags, { subject, principal: operating.principal });
    // A target is reached by a worker, which runs in a process of its own.
    io.revoke(unneeded({ startsWorker: asked.kind === "call" }));
    return await (asked.kind === "request"
      ? approveRequest(operating, asked)
      : approveCall(operating, asked));
  };
  return await operate(io, { flags, work });
}
