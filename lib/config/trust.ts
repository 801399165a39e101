/** Trust is given by whoever starts the program, each time: nothing that is kept may give it. */
import type { ToolError } from "../core/errors.ts";
import { isTable } from "./leaf.ts";
import { configError, type Origin, shown } from "./source.ts";

const NAME = "trusted";

/** Variables by which somebody may believe to give it. */
const VARIABLES = ["TRUSTED", "FLOW_TRUSTED", "PHLOW_TRUSTED", "GATEHOUSE_TRUSTED", "MCP_TRUSTED"];

/**
 * Would the setting give trust, or does it hold one that would? A table of that name, such as a server's, is none.
 *
 * @param name Dotted.
 *
 * @example
 * ```ts
 * import { givesTrust } from "gatehouse/config/trust.ts";
 *
 * if (!givesTrust("agent.trusted", false) || !givesTrust("flow", { trusted: 1 })) throw new Error("not seen");
 * if (givesTrust("hosts", { trusted: { type: "ssh" } })) throw new Error("a server's name gives nothing");
 * ```
 */
export function givesTrust(name: string, value: unknown): boolean {
  if (name.split(".").at(-1) === NAME) return true;
  if (Array.isArray(value)) return value.some((item) => givesTrust("", item));
  return isTable(value) &&
    Object.entries(value).some(([key, inner]) =>
      key === NAME && !isTable(inner) || typeof inner === "object" && givesTrust("", inner)
    );
}

/**
 * The variable that is set and would give trust; null when none is.
 *
 * @example
 * ```ts
 * import { trustVariable } from "gatehouse/config/trust.ts";
 *
 * if (trustVariable({ FLOW_TRUSTED: "1" }) !== "FLOW_TRUSTED") throw new Error("not seen");
 * if (trustVariable({ FLOW_TRUSTED: "" }) !== null) throw new Error("nothing is set");
 * ```
 */
export function trustVariable(environment: Readonly<Record<string, string | undefined>>): string | null {
  return VARIABLES.find((name) => (environment[name] ?? "") !== "") ?? null;
}

/**
 * Why it is refused.
 *
 * @example
 * ```ts
 * import { trustError } from "gatehouse/config/trust.ts";
 *
 * if (!trustError("FLOW_TRUSTED").line.includes("--trusted")) throw new Error("no next step");
 * ```
 */
export function trustError(origin: Origin): ToolError {
  return configError(
    `Could not use trusted from ${shown(origin)}: it is a flag, for whoever starts the program`,
    "Remove it, and give --trusted when you start the program",
  );
}
