/** The files of a workspace, as a model sees them. */
import type { ToolResult } from "../types.ts";
import { Breath } from "./breath.ts";
import type { Place } from "./place.ts";
import { placeToLook, Walk } from "./walk.ts";

/** Files that one answer names. */
const MAX_FILES = 500;

/** Reads every directory of an ordinary project; of a very large one, what is near its top. */
const BUDGET = { directories: 2_000, names: 100_000, files: 5_000, levels: 32, milliseconds: 1_500 };

/**
 * The regular files below a directory, sorted by code unit, at most 500; links are not followed, files with several
 * names not shown. `truncated` says that there are more: then every directory has its share. `skipped` names the
 * directories of fetched or made files that were left out, `ignored` how much a `.gitignore` hides.
 *
 * @param place The workspace.
 * @param options `path`: a directory, relative to the root; empty for the root. `signal`: ends the work where it is.
 *
 * @example
 * ```ts
 * import { listFiles } from "gatehouse/flow/look/list.ts";
 *
 * const root = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.writeTextFile(`${root}/a.ts`, "");
 * const { files } = await listFiles({ root, stale: () => null, bytes: () => null });
 * if (JSON.stringify(files) !== '["a.ts"]') throw new Error("not listed");
 * ```
 */
export async function listFiles(
  place: Place,
  { path = "", signal }: { readonly path?: string; readonly signal?: AbortSignal } = {},
): Promise<ToolResult> {
  const start = placeToLook(place, path);
  if ("error" in start) return start;
  if (start.isFile) return { status: "error", error: "The path is a file: read it, or list its directory" };
  const walk = new Walk(place, BUDGET);
  const breath = new Breath(signal);
  const files: string[] = [];
  for (const file of walk.files(start.components)) {
    if (breath.isDue) await breath.draw();
    if (files.length === MAX_FILES || breath.isCancelled) {
      walk.truncated = true;
      break;
    }
    files.push(file);
  }
  const stale = place.stale();
  if (stale !== null) return { status: "stale", error: stale };
  return {
    status: "ok",
    files: files.sort(),
    truncated: walk.truncated,
    skipped: walk.skipped,
    ignored: walk.ignored,
  };
}
