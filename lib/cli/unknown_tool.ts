/** Why a tool cannot be named on the command line: it is not served, or there is none of that name. */
import { ToolError } from "../core/errors.ts";
import type { House } from "../core/invoke.ts";
import { nearest } from "../core/nearest.ts";
import { usageError } from "./failure.ts";

/**
 * The refusal of a tool that no call can reach.
 *
 * @param tool Its name.
 * @param message What to say when there is no such tool.
 *
 * @example
 * ```ts
 * import { bareHouse } from "gatehouse/core/bare_house.ts";
 * import { openCatalogue } from "gatehouse/core/catalogue.ts";
 * import { unknownTool } from "gatehouse/cli/unknown_tool.ts";
 *
 * const house = bareHouse(openCatalogue({ families: [], tools: [], resources: [] }, {}));
 * if (unknownTool(house, "none", { message: "Unknown tool: none" }).code !== "USAGE") throw new Error("another code");
 * ```
 */
export function unknownTool(
  { catalogue }: Pick<House, "catalogue">,
  tool: string,
  { message }: { readonly message: string },
): ToolError {
  const idle = catalogue.inactive.find((inactive) => inactive.tool.name === tool);
  if (idle !== undefined) {
    return new ToolError(idle.code, `${tool} is not served: ${idle.reason}`, {
      next: `See gatehouse help ${idle.tool.family}`,
    });
  }
  const names = [...catalogue.tools, ...catalogue.inactive.map((inactive) => inactive.tool)].map(({ name }) =>
    name
  );
  const meant = nearest(tool, names);
  return usageError(message, meant === null ? "Run gatehouse tools for the names" : `Did you mean ${meant}?`);
}
