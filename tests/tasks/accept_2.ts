/** The rows of part 2: the two walls, and the gate complete. */
import { faultRows } from "./parts/fault_rows.ts";
import { gateRows } from "./parts/gate_rows.ts";
import { loadRows, wallRows } from "./parts/load_rows.ts";
import type { Row } from "./parts/row.ts";

/** In the table's order. */
export const rows: readonly Row[] = [...gateRows, ...loadRows, ...faultRows, ...wallRows];
