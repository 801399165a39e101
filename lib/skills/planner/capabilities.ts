/** What a client says it can do: checked against the closed list. */
import { oneLine } from "../../core/bounds.ts";
import {
  CAPABILITY_NAME,
  CLIENT_CAPABILITIES,
  CLIENT_CAPABILITIES_MAX,
  isOneOf,
} from "../contract/vocabularies.ts";
import type { Issue } from "../types.ts";
import { sortedUnique } from "./order.ts";

/**
 * The declared capabilities, sorted, or what is wrong with them: `CLIENT_CAPABILITIES_TYPE`, `CLIENT_CAPABILITIES_LIMIT`
 * (more than 32), `CLIENT_CAPABILITY_INVALID` (its form), `CLIENT_CAPABILITY_UNKNOWN`, `CLIENT_CAPABILITY_DUPLICATE`.
 *
 * @example
 * ```ts
 * import { checkCapabilities } from "gatehouse/skills/planner/capabilities.ts";
 *
 * const { issues } = checkCapabilities(["filesystem_read", "teleport"]);
 * if (issues[0]?.code !== "CLIENT_CAPABILITY_UNKNOWN") throw new Error("accepted");
 * ```
 */
export function checkCapabilities(
  declared: unknown,
): { readonly capabilities: readonly string[]; readonly issues: readonly Issue[] } {
  if (!Array.isArray(declared)) {
    return refused(
      "CLIENT_CAPABILITIES_TYPE",
      "The client's capabilities are not a list",
      "Give a list of names",
    );
  }
  if (declared.length > CLIENT_CAPABILITIES_MAX) {
    return refused(
      "CLIENT_CAPABILITIES_LIMIT",
      `The client declares ${declared.length} capabilities; at most ${CLIENT_CAPABILITIES_MAX} are read`,
      `Declare at most ${CLIENT_CAPABILITIES_MAX}`,
    );
  }
  const seen = new Set<string>();
  for (const name of declared as readonly unknown[]) {
    if (typeof name !== "string" || !CAPABILITY_NAME.test(name)) {
      const shown = typeof name === "string" ? oneLine(name, 80) : typeof name;
      return refused(
        "CLIENT_CAPABILITY_INVALID",
        `${shown} is no capability's name`,
        "Use lower-case letters, digits and underscores, 64 at most, beginning with a letter",
      );
    }
    if (!isOneOf(CLIENT_CAPABILITIES, name)) {
      return refused(
        "CLIENT_CAPABILITY_UNKNOWN",
        `The capability ${name} is not known`,
        `Use one of ${CLIENT_CAPABILITIES.join(", ")}`,
      );
    }
    if (seen.has(name)) {
      return refused(
        "CLIENT_CAPABILITY_DUPLICATE",
        `The capability ${name} is declared twice`,
        "Name it once",
      );
    }
    seen.add(name);
  }
  return { capabilities: sortedUnique(seen), issues: [] };
}

function refused(code: string, message: string, mend: string) {
  return { capabilities: [], issues: [{ code, message, file: "", mend }] };
}
