/** The fixture as our own dispatcher serves it. */
import { openCatalogue } from "../../lib/core/catalogue.ts";
import { logDefect } from "../../lib/core/log.ts";
import { publish } from "../../lib/core/publish.ts";
import { bareHouse } from "../../lib/core/bare_house.ts";
import type { Serving } from "../../lib/dispatch/serving.ts";
import { extension } from "./extension.ts";
import { conformance } from "./family.ts";
import { RICH_SCHEMA, RICH_TOOL } from "./tools/schemas.ts";

/** A fresh serving of the fixture. */
export function createConformanceServing(): Serving {
  const data = publish([conformance]);
  const tools = data.tools.map((tool) =>
    tool.name === RICH_TOOL ? { ...tool, inputSchema: RICH_SCHEMA } : tool
  );
  return {
    house: {
      ...bareHouse(openCatalogue({ ...data, tools }, { conformance: () => Promise.resolve(conformance) })),
      spent: { spend: () => Promise.resolve(true) },
      onDefect: logDefect,
    },
    info: { name: "gatehouse", version: "0.0.0-conformance" },
    instructions: conformance.instructions,
    publicLists: true,
    principal: "loopback",
    extension,
  };
}
