/**
 * What an editor without Rose would take for it. Lua looks for a module in the directory that the editor works in last of
 * all, so that asking for Rose's tools could carry out what a project has put there.
 */
import { ToolError } from "../../core/errors.ts";

/** What `require("rose.tools")` finds by LuaJIT's `./?.lua` and `./?.so`, the last for a module that holds others. */
const NAMES = ["rose/tools.lua", "rose/tools.so", "rose.so"];

/**
 * Refuses a workspace that holds such a file. An editor that works in another directory is not seen from here.
 *
 * @param root The workspace.
 * @throws ToolError `EDITOR_REFUSED`.
 *
 * @example
 * ```ts
 * import { refuseImpostor } from "gatehouse/flow/editor/impostor.ts";
 *
 * const root = await Deno.makeTempDir();
 * refuseImpostor(root);
 * await Deno.mkdir(`${root}/rose`);
 * await Deno.writeTextFile(`${root}/rose/tools.lua`, "");
 * let refused = "";
 * try {
 *   refuseImpostor(root);
 * } catch (error) {
 *   refused = String(error);
 * }
 * if (!refused.includes("rose/tools.lua")) throw new Error("asked for it");
 * ```
 */
export function refuseImpostor(root: string): void {
  const found = NAMES.find((name) => isThere(`${root}/${name}`));
  if (found === undefined) return;
  throw new ToolError(
    "EDITOR_REFUSED",
    `The project has ${found}, which an editor without Rose would carry out; the editor is not asked`,
    { next: "Remove that file, or leave out --nvim" },
  );
}

/** Whatever cannot be looked at may be there. */
function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    return !(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory);
  }
}
