/** Who may call which of the editor's tools, and with what. */
import type { Role, ToolResult } from "../types.ts";
import type { EDITOR_TOOLS } from "./bridge.ts";

type Name = (typeof EDITOR_TOOLS)[number];

/** They carry out programs of the workspace. */
const EXECUTING: ReadonlySet<Name> = new Set<Name>(["editor_lint", "editor_check"]);

/** What may be asked of the debugger, whatever its schema says. */
const DEBUG_ACTIONS: ReadonlySet<unknown> = new Set(["status", "list", "config", "discover"]);

/**
 * Whether a role is offered the tool: all may look, only a trusted coder has something run.
 *
 * @example
 * ```ts
 * import { mayUse } from "gatehouse/flow/editor/roles.ts";
 *
 * if (!mayUse("editor_symbols", { role: "reviewer", trusted: false })) throw new Error("may look");
 * if (mayUse("editor_lint", { role: "reviewer", trusted: true })) throw new Error("may not run");
 * ```
 */
export function mayUse(name: Name, { role, trusted }: { role: Role; trusted: boolean }): boolean {
  return !EXECUTING.has(name) || role === "coder" && trusted;
}

/**
 * The arguments as they may be passed on, or the result that stands for the call: paths stay in the workspace, and a
 * debugger is only asked for what there is.
 *
 * @example
 * ```ts
 * import { argumentsOf } from "gatehouse/flow/editor/roles.ts";
 *
 * if (!("status" in argumentsOf("editor_debug", { action: "run" }))) throw new Error("ran");
 * if (!("status" in argumentsOf("editor_symbols", { path: "../x" }))) throw new Error("left the workspace");
 * if (!("args" in argumentsOf("editor_symbols", { path: "x.py" }))) throw new Error("refused");
 * ```
 */
export function argumentsOf(
  name: Name,
  args: Readonly<Record<string, unknown>>,
): { readonly args: Readonly<Record<string, unknown>> } | ToolResult {
  const { path, action = "status" } = args;
  if (path !== undefined && !isInside(path)) {
    return { status: "error", error: "The path must be relative to the workspace, without `..`" };
  }
  if (name !== "editor_debug") return { args };
  if (DEBUG_ACTIONS.has(action)) return { args: { ...args, action } };
  return { status: "error", error: "Only the debugger's status can be asked for" };
}

function isInside(path: unknown): boolean {
  return typeof path === "string" && path !== "" && path.length <= 1_024 &&
    !/^\/|^[A-Za-z]:|[\\\0]/.test(path) &&
    !path.split("/").includes("..");
}
