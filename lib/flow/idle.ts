/** The status of a program whose worker was never asked: nothing is under way, and nothing was. */
import { NO_EDITOR, type StatusReport, statusReport } from "./run/status.ts";
import type { FlowSettings, WorkerSetup } from "./types.ts";
import { fileIo } from "./workspace/self_test.ts";

/**
 * What the worker would say, without starting it: that takes a multiple of the time of all the rest. Null where only the
 * worker knows: the editor's state, and what is wrong with a workspace that is no directory any more.
 *
 * @example
 * ```ts
 * import { idleStatus } from "gatehouse/flow/idle.ts";
 *
 * if (idleStatus({ workspace: "/nowhere/at/all", editor: null } as never) !== null) throw new Error("made up");
 * ```
 */
export function idleStatus(settings: FlowSettings): StatusReport | null {
  if (settings.editor !== null || !isDirectory(settings.workspace)) return null;
  return statusReport(settings, {
    stale: null,
    fileIo: knownFileIo(),
    editor: NO_EDITOR,
    busy: false,
    last: null,
  });
}

/**
 * How files are accessed on this system, tried once for the whole program.
 *
 * @example
 * ```ts
 * import { knownFileIo } from "gatehouse/flow/idle.ts";
 *
 * if (knownFileIo() !== knownFileIo()) throw new Error("changed its mind");
 * ```
 */
export function knownFileIo(): WorkerSetup["fileIo"] {
  return known ??= fileIo();
}

let known: WorkerSetup["fileIo"] | undefined;

function isDirectory(path: string): boolean {
  try {
    return Deno.lstatSync(path).isDirectory;
  } catch {
    return false;
  }
}
