/** Reads for a machine without python3. */
import type { Order } from "../types.ts";

/**
 * Shell text for the order; null where it needs python3.
 *
 * @example
 * ```ts
 * import { shellOf } from "gatehouse/hosts/remote/shell.ts";
 *
 * const order = { operation: "write_file", input: {}, budgetMs: 1, changes: true, privileged: false };
 * if (shellOf(order) !== null) throw new Error("a write without python3");
 * ```
 */
export function shellOf(_order: Order): string | null {
  return null;
}
