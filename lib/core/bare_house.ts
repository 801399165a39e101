/** A house that keeps nothing: for examples, and for whoever judges without a record. */
import { Ongoing } from "./ongoing.ts";
import type { Catalogue } from "./catalogue.ts";
import { ToolError } from "./errors.ts";
import type { House } from "./invoke.ts";
import { DEFAULT_POLICY } from "./policy.ts";
import { createSeal } from "./seal.ts";

/**
 * A house with the catalogue and nothing else: no record is kept, no confirmation counts, nothing may be changed.
 *
 * @example
 * ```ts
 * import { bareHouse } from "gatehouse/core/bare_house.ts";
 * import { openCatalogue } from "gatehouse/core/catalogue.ts";
 *
 * const house = bareHouse(openCatalogue({ families: [], tools: [], resources: [] }, {}));
 * if (house.approvals !== null) throw new Error("something may be changed");
 * ```
 */
export function bareHouse(catalogue: Catalogue): House {
  return {
    catalogue,
    audit: {
      record() {},
      commit: () => Promise.reject(new ToolError("AUDIT_UNWRITABLE", "No record is kept")),
      room: () => Promise.resolve(),
      degraded: null,
      close: () => Promise.resolve(),
    },
    seal: createSeal(),
    spent: { spend: () => Promise.resolve(false) },
    policy: DEFAULT_POLICY,
    approvals: null,
    ongoing: new Ongoing(),
    serviceOf() {},
    onDefect() {},
  };
}
