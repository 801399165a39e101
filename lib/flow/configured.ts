/** The workspace that the settings name, looked at when the program starts. It runs in the program, never in a worker. */
import { oneLine } from "../core/bounds.ts";
import { ToolError } from "../core/errors.ts";
import type { Given } from "./settings.ts";
import { warningsOf } from "./warnings.ts";

/**
 * Looks at what the settings name.
 *
 * @param settings As the configuration's schema has checked them; null without a workspace.
 * @returns What the operator should know, one sentence each.
 * @throws ToolError `CONFIG_INVALID` when the workspace is no directory, and for a pattern that cannot be matched.
 *
 * @example
 * ```ts
 * import { check } from "gatehouse/flow/configured.ts";
 *
 * const code = await check({ workspace: "/nowhere/at/all" }).then(() => "", (error) => error.code);
 * if (code !== "CONFIG_INVALID") throw new Error(code);
 * ```
 */
export async function check(settings: unknown): Promise<readonly string[]> {
  if (typeof settings !== "object" || settings === null) return [];
  // The configuration's own schema has checked it; the family's would take longer to load than all of this.
  const { workspace = "", workspaceOrigin = "default", agent } = settings as Partial<Given>;
  const problem = problemOf(workspace);
  if (problem !== null) {
    throw invalid(
      `Could not use the workspace ${oneLine(workspace, 300)} from ${
        oneLine(workspaceOrigin, 300)
      }: ${problem}`,
      "Give an existing directory",
    );
  }
  if (agent?.protect !== undefined) await checkPatterns(agent.protect);
  return warningsOf(settings);
}

function problemOf(workspace: string): string | null {
  try {
    return Deno.statSync(workspace).isDirectory ? null : "it is no directory";
  } catch (error) {
    return error instanceof Deno.errors.NotFound ? "there is no such directory" : "it cannot be looked at";
  }
}

async function checkPatterns(patterns: readonly string[]): Promise<void> {
  const { protectedBy } = await import("./look/protect.ts");
  try {
    protectedBy(patterns);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw invalid(error.message, error.next ?? "Correct agent.protect");
  }
}

function invalid(message: string, next: string): ToolError {
  return new ToolError("CONFIG_INVALID", message, { next });
}
