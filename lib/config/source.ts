/** Where a setting's value came from, and the one shape of a complaint about it. */
import { oneLine } from "../core/bounds.ts";
import { ToolError } from "../core/errors.ts";
import { redactText } from "../core/redact.ts";

/** Where a value stands: `--port`, `MCP_PORT`, `/etc/x.toml:3`, or `default`. */
export type Origin = string;

/** The code of every mistake in what the operator configured. */
export const CONFIG_INVALID = "CONFIG_INVALID";

/** One layer before it is checked. */
export interface RawLayer {
  /** What it gives, by dotted name. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Where the value of that name stands. */
  readonly origin: (name: string) => Origin;
  /** Given by whoever starts the program, for this once: some settings are taken from nowhere else. */
  readonly isFlags?: true;
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
