/** The catalogue: every program whose behaviour is known. */
import type { Program } from "../program.ts";
import { batch } from "./batch.ts";
import { builtins } from "./builtins.ts";
import { remote } from "./remote.ts";
import { shells } from "./shells.ts";
import { wrappers } from "./wrappers.ts";

/** All entries; a name stands in one of them only. */
export const programs: readonly Program[] = [...builtins, ...shells, ...wrappers, ...batch, ...remote];
