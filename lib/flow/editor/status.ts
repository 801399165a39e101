/** The editor in `flow_status`. */
import type { Fresh } from "./freshness.ts";

/** What `flow_status` says of the editor. */
export interface EditorStatus {
  readonly status: "ok" | "unavailable";
  /** Names of the tools that it has and that may be offered. */
  readonly tools: readonly string[];
  /** Why it is unavailable. */
  readonly error: string | null;
  /** It is connected, and its workspace is ours. */
  readonly attached: boolean;
  /** Only when attached. */
  readonly workspace?: string;
  /** Only when attached: its own account of the workspace. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** A request is on its way; the rest is what was known before it. */
  readonly busy?: true;
}

/** Characters of JSON that the account may have; above, what is only a look into its details is left out. */
const MAX_CONTEXT = 65_536;

/**
 * The status, from what was found.
 *
 * @example
 * ```ts
 * import { statusOf } from "gatehouse/flow/editor/status.ts";
 *
 * const { status, attached } = statusOf({ tools: [], error: "The editor closed the connection" });
 * if (status !== "unavailable" || attached) throw new Error("attached");
 * ```
 */
export function statusOf(
  found: { readonly tools: readonly string[] } & ({ readonly error: string } | { readonly fresh: Fresh }),
): EditorStatus {
  const { tools } = found;
  if ("error" in found) return { status: "unavailable", tools, error: found.error, attached: false };
  const { workspace, context } = found.fresh;
  return { status: "ok", tools, error: null, attached: true, workspace, context: bounded(context) };
}

function bounded(context: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (JSON.stringify(context).length <= MAX_CONTEXT) return context;
  const short = Object.entries(context).filter(([key, value]) =>
    key.length <= 64 && (typeof value !== "object" || value === null) && String(value).length <= 1_024
  );
  return { ...Object.fromEntries(short.slice(0, 64)), truncated: true };
}
