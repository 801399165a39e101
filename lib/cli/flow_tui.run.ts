import type { FlowFlags } from "./flow.ts";
import { openFlow } from "./flow_session.ts";
import { tui } from "./flow_tui.ts";
import type { Io } from "./io.ts";

/** Exit 0 when whoever works leaves. */
export default async function run(io: Io, flags: FlowFlags): Promise<number> {
  return await tui(io, (model) => {
    const isFirst = model === undefined;
    // What the operator should know has been told once.
    return openFlow(io, isFirst ? flags : { ...flags, model }, { serves: isFirst });
  });
}
