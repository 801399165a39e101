import { shown } from "../config/source.ts";
import { ToolError } from "../core/errors.ts";
import type { ApprovalsFlags } from "./approvals.ts";
import { unneeded } from "./gate_session.ts";
import type { Io } from "./io.ts";
import { operate, type Operating, recorded } from "./operating.ts";
import { printJson } from "./print.ts";

/** Exit 1 when there is no such approval. */
export default async function revoke(io: Io, flags: ApprovalsFlags, id: string): Promise<number> {
  const work = async (operating: Operating) => {
    io.revoke(unneeded({ startsWorker: false }));
    if (!await operating.approvals.revoke(id)) {
      throw new ToolError(
        "NO_SUCH_APPROVAL",
        `There is no approval ${shown(id)}: it was used, or has expired`,
        {
          next: "Run gatehouse approvals list",
        },
      );
    }
    await recorded(operating, { command: "revoke", binding: null, more: { approval: id } });
    if (flags.json === true) printJson(io, { id, revoked: true });
    else io.out(`Revoked ${id}\n`);
    return 0;
  };
  return await operate(io, { flags, work });
}
