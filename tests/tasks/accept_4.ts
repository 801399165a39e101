/** The rows of part 4: servers, their policy and approvals, reads and plain writes. */
import type { Row } from "./parts/row.ts";
import { hostsRows } from "./parts/hosts_rows.ts";

/** In the table's order. */
export const rows: readonly Row[] = hostsRows;
