/** Where a setting's value came from, and the one shape of a complaint about it. */
import { oneLine } from "../core/bounds.ts";
import { ToolError } from "../core/errors.ts";
import { redactText } from "../core/redact.ts";
import type { Key } from "./settings.ts";

/** Where a value stands: `--port`, `MCP_PORT`, `/etc/x.toml:3`, or `default`. */
export type Origin = string;

/** The code of every mistake in what the operator configured. */
export const CONFIG_INVALID = "CONFIG_INVALID";

/** One layer before it is checked. */
export interface RawLayer {
  /** What it gives, in the tables of `gatehouse.toml`. */
  readonly tree: Readonly<Record<string, unknown>>;
  /** Where the value of a dotted name stands. */
  readonly origin: (key: string) => Origin;
}

/**
 * Values by dotted name as the tables of `gatehouse.toml`.
 *
 * @example
 * ```ts
 * import { treeOf } from "gatehouse/config/source.ts";
 *
 * const tree = treeOf(new Map([["gate.model", "m"], ["port", 1]] as const));
 * if (JSON.stringify(tree) !== '{"gate":{"model":"m"},"port":1}') throw new Error("other tree");
 * ```
 */
export function treeOf(values: ReadonlyMap<Key, unknown>): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  const tables: Record<string, Record<string, unknown>> = {};
  for (const [key, value] of values) {
    const [table, leaf] = key.split(".");
    if (table === undefined || leaf === undefined) tree[key] = value;
    else tree[table] = Object.assign(tables[table] ??= {}, { [leaf]: value });
  }
  return tree;
}

/**
 * A mistake in the configuration.
 *
 * @param message What could not be used, and from where.
 * @param next The next step.
 *
 * @example
 * ```ts
 * import { configError } from "gatehouse/config/source.ts";
 *
 * const error = configError("Could not use port 7x from MCP_PORT", "Give a whole number from 0 to 65535");
 * if (error.code !== "CONFIG_INVALID") throw error;
 * ```
 */
export function configError(message: string, next: string): ToolError {
  return new ToolError(CONFIG_INVALID, message, { next });
}

/**
 * A value as a message shows it: one line, secrets masked, cut at 120 characters.
 *
 * @example
 * ```ts
 * import { shown } from "gatehouse/config/source.ts";
 *
 * if (shown(["gate", 7]) !== '["gate",7]') throw new Error("not shown as written");
 * ```
 */
export function shown(value: unknown): string {
  if (value === "") return "(empty)";
  const text = typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
  return oneLine(redactText(text).text, 120);
}
