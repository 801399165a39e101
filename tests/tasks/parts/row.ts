/** The acceptance table: one row is one promise, measured. */
import { columns } from "./columns.ts";

/** What a row found. */
export interface Measured {
  readonly measured: string;
  /** Whether the target is met. */
  readonly met: boolean;
  /** Shown below the table when it is not. */
  readonly details?: readonly string[];
}

/** A promise and how it is measured. */
export interface Row {
  readonly what: string;
  readonly how: string;
  readonly target: string;
  readonly measure: () => Promise<Measured>;
}

/** What a row needs does not stand yet: neither met nor missed. */
export class NotBuilt extends Error {}

const WIDTHS = [30, 24, 20, 28, 9];

/**
 * Measures every row and prints the table as it comes. A row that cannot be measured never passes, and stops no other.
 *
 * @returns How many rows are not met.
 */
export async function printTable(rows: readonly Row[]): Promise<number> {
  const details: string[] = [];
  let unmet = 0;
  console.log(columns(WIDTHS, [["what", "how", "target", "measured", "verdict"]]));
  console.log(WIDTHS.map((width) => "─".repeat(width)).join("  "));
  for (const row of rows) {
    const { verdict, measured, more } = await resultOf(row);
    if (verdict !== "met") unmet++;
    console.log(columns(WIDTHS, [[row.what, row.how, row.target, measured, verdict]]));
    if (more.length > 0) details.push(`\n${row.what}`, ...bounded(more).map((line) => `  ${line}`));
  }
  for (const line of details) console.log(line);
  console.log(`\n${rows.length - unmet} of ${rows.length} rows met`);
  return unmet;
}

const SHOWN = 30;

function bounded(lines: readonly string[]): readonly string[] {
  return lines.length <= SHOWN ? lines : [...lines.slice(0, SHOWN), `and ${lines.length - SHOWN} more`];
}

async function resultOf(row: Row): Promise<{ verdict: string; measured: string; more: readonly string[] }> {
  try {
    const { measured, met, details } = await row.measure();
    return { verdict: met ? "met" : "missed", measured, more: met ? [] : details ?? [] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof NotBuilt) return { verdict: "not built", measured: message, more: [] };
    return {
      verdict: "failed",
      measured: message.split("\n")[0]?.slice(0, 160) ?? "",
      more: message.split("\n"),
    };
  }
}
