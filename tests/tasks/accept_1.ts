/** The rows of part 1: the first verdicts, over one dispatcher. */
import { conformanceRow } from "./parts/conformance_rows.ts";
import type { Row } from "./parts/row.ts";
import { speedRows } from "./parts/speed_rows.ts";
import { verdictRows } from "./parts/verdict_rows.ts";

/** In the table's order. */
export const rows: readonly Row[] = [
  ...verdictRows,
  conformanceRow("2026-07-28", 0),
  conformanceRow("2025-11-25", 4),
  conformanceRow("2025-06-18", 2),
  ...speedRows,
];
