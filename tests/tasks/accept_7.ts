/** The rows of part 7: one executable, and everything around it that a person needs. */
import type { Row } from "./parts/row.ts";
import { peopleRows } from "./parts/people_rows.ts";

/** In the table's order. */
export const rows: readonly Row[] = peopleRows;
