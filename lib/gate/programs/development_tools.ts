/** Which programs are well-known tools that a project's dependencies bring: they are found there, not fetched. */
import type { Program } from "../program.ts";
import { bundlers } from "./bundlers.ts";
import { linters } from "./linters.ts";
import { scriptRunners } from "./script_runners.ts";
import { testRunners } from "./test_runners.ts";

const tools: readonly Program[] = [...bundlers, ...linters, ...testRunners, ...scriptRunners];

const known: ReadonlySet<string> = new Set(tools.flatMap((program) => program.names));

/**
 * True for the name of a build, test or lint tool that projects depend on.
 *
 * ```ts
 * import { isDevelopmentTool } from "gatehouse/gate/programs/development_tools.ts";
 *
 * if (!isDevelopmentTool("eslint") || isDevelopmentTool("create-app")) throw new Error("by name");
 * ```
 */
export function isDevelopmentTool(name: string): boolean {
  return known.has(name);
}
