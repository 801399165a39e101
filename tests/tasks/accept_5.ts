/** The rows of part 5: typed programs, durable jobs, atomic patches, crontabs, compose services. */
import type { Row } from "./parts/row.ts";
import { hostsMoreRows } from "./parts/hosts_more_rows.ts";

/** In the table's order. */
export const rows: readonly Row[] = hostsMoreRows;
