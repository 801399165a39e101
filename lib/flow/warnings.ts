/** What the operator should know of how the family is configured. No schema library: it is asked for at the start. */
import { oneLine } from "../core/bounds.ts";

/** What is looked at; the configuration's own schema has checked it. */
interface Looked {
  readonly workspace?: string;
  readonly trusted?: boolean;
  readonly uid?: number | null;
  readonly loadedFiles?: readonly string[];
  readonly undoDirectory?: string | null;
}

/** Files that some program would take for settings. */
const LOOK_ALIKES = ["config.toml", ".flow.toml", "gatehouse.toml"];

/**
 * One sentence each.
 *
 * @param given As the configuration gives it.
 *
 * @example
 * ```ts
 * import { warningsOf } from "gatehouse/flow/warnings.ts";
 *
 * const [warning] = warningsOf({ workspace: "/nowhere", trusted: true, uid: 0, loadedFiles: [] });
 * if (!warning?.includes("root")) throw new Error("nothing told");
 * ```
 */
export function warningsOf(given: object): readonly string[] {
  const { workspace = "", trusted = false, uid = null, loadedFiles = [], undoDirectory }: Looked = given;
  const ignored = LOOK_ALIKES.map((name) => `${workspace}/${name}`)
    .filter((path) => !loadedFiles.includes(path) && isThere(path))
    .map((path) =>
      `Ignored ${oneLine(path, 300)}: settings are read only from --config or the user's own directory`
    );
  return [
    ...(trusted && uid === 0
      ? ["Trusted, and run as root: checks and edits reach the whole system; use an account of its own"]
      : []),
    ...(trusted && undoDirectory === null
      ? ["No state directory is known, so no run can be undone: set HOME or XDG_STATE_HOME"]
      : []),
    ...ignored,
  ];
}

function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
