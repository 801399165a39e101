import type { CatalogueTool } from "../core/catalogue.ts";
import type { Io } from "./io.ts";
import { columns, printJson } from "./print.ts";
import { loadFor } from "./session.ts";
import { openHouse } from "../house.ts";
import type { ToolsFlags } from "./tools.ts";

/** Lists every tool there is, and why one is not served. */
export default async function tools(io: Io, flags: ToolsFlags): Promise<number> {
  const { settings } = await loadFor(io, { ...flags, modelOf: "served" });
  io.revoke(["net", "run", "sys", "write", "env"]);
  const { catalogue } = openHouse(settings);
  const all: { tool: CatalogueTool; reason: string | null }[] = [
    ...catalogue.tools.map((tool) => ({ tool, reason: null })),
    ...catalogue.inactive,
  ];
  if (flags.json === true) {
    printJson(io, {
      tools: all.map(({ tool, reason }) => ({ ...tool, active: reason === null, reason })),
    });
    return 0;
  }
  io.out(
    columns(all.map(({ tool, reason }) => [
      tool.name,
      tool.family,
      tool.access,
      tool.title,
      // Last, because it may be long.
      reason === null ? "served" : `not served: ${reason}`,
    ])),
  );
  return 0;
}
