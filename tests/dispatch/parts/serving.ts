/** A serving of the test family, with everything that a test may want to look at. */
import type { AuditEntry } from "../../../lib/core/audit.ts";
import { openCatalogue } from "../../../lib/core/catalogue.ts";
import { publish } from "../../../lib/core/publish.ts";
import { createSeal } from "../../../lib/core/seal.ts";
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
  const serving: Serving = {
    house: {
      catalogue: openCatalogue(publish([family]), { parts: () => Promise.resolve(family) }),
      audit: {
        record: (entry) => audited.push(entry),
        room: () => Promise.resolve(),
        degraded: null,
        close: () => Promise.resolve(),
      },
      seal: createSeal(),
      spent: { spend: () => Promise.resolve(true) },
      serviceOf() {},
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
