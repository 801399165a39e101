/** What the walls must hold against, by the sentence that each proves. The same from source and in an executable. */
import { denials } from "./denials.ts";
import { endings } from "./endings.ts";
import { events } from "./events.ts";
import { faults } from "./faults.ts";
import { programs } from "./programs.ts";
import type { Program } from "./world.ts";

/** One proof: it throws when the sentence is not true of the program. */
export type Scenario = (program: Program) => Promise<void>;

/** By sentence. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  ...denials,
  ...faults,
  ...endings,
  ...events,
  ...programs,
};
