/** A serving of the test family, with everything that a test may want to look at. */
import type { AuditEntry } from "../../../lib/core/audit.ts";
import { openCatalogue } from "../../../lib/core/catalogue.ts";
import { publish } from "../../../lib/core/publish.ts";
import { bareHouse } from "../../../lib/core/bare_house.ts";
import type { Serving } from "../../../lib/dispatch/serving.ts";
import { createFamily, type Slow } from "./family.ts";

/** The serving and what it leaves behind. */
export interface TestServing {
  readonly serving: Serving;
  readonly slow: Slow;
  readonly defects: unknown[];
  readonly audited: AuditEntry[];
}

/** A fresh serving. */
export function createServing(changes: Partial<Serving> = {}): TestServing {
  const { family, slow } = createFamily();
  const defects: unknown[] = [];
  const audited: AuditEntry[] = [];
  const bare = bareHouse(openCatalogue(publish([family]), { parts: () => Promise.resolve(family) }));
  const serving: Serving = {
    house: {
      ...bare,
      audit: { ...bare.audit, record: (entry) => audited.push(entry) },
      spent: { spend: () => Promise.resolve(true) },
      onDefect: (error) => defects.push(error),
    },
    info: { name: "gatehouse", version: "1.2.3" },
    instructions: "Tools for tests.",
    publicLists: true,
    principal: "loopback",
    ...changes,
  };
  return { serving, slow, defects, audited };
}
