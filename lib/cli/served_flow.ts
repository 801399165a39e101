/** What a server that works on a project looks at before it begins. */
import { checks } from "../catalogue.ts";
import { note } from "./failure.ts";
import type { Io } from "./io.ts";
import type { Session } from "./session.ts";

const FAMILY = "flow";

/**
 * Looks at the workspace, and tells what the operator should know of it.
 *
 * @throws ToolError `CONFIG_INVALID` for a workspace that is no directory, and for a pattern that cannot be matched.
 *
 * @example
 * ```ts
 * import { checkServedFlow } from "gatehouse/cli/served_flow.ts";
 *
 * if (checkServedFlow.length !== 2) throw new Error("see the tests of the served blocks");
 * ```
 */
export async function checkServedFlow(
  io: Pick<Io, "err">,
  { settings: { familySettings }, house }: Pick<Session, "settings" | "house">,
): Promise<void> {
  if (!house.catalogue.families.some(({ name }) => name === FAMILY)) return;
  const told = await (await checks[FAMILY]?.())?.check(familySettings.flow) ?? [];
  for (const text of told) note(io, { level: "warning", text });
}
