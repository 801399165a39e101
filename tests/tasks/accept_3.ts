/** The rows of part 3: skills. */
import type { Row } from "./parts/row.ts";
import { skillsRows } from "./parts/skills_rows.ts";

/** In the table's order. */
export const rows: readonly Row[] = skillsRows;
