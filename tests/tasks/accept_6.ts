/** The rows of part 6: tasks that models carry out, verified by the host. */
import { flowRows } from "./parts/flow_rows.ts";
import type { Row } from "./parts/row.ts";

/** In the table's order. */
export const rows: readonly Row[] = flowRows;
