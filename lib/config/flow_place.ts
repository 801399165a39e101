/** Where the workspace really is, and where what belongs to it is kept; and the older program's file. */
import { sha256 } from "../core/approval.ts";
import { fileLayer } from "./file.ts";
import { FLOW_FILE_SCHEMA } from "./flow_schema.ts";
import { configError, type RawLayer, shown } from "./source.ts";
import { givesTrust } from "./trust.ts";

/** A workspace in its places. */
export interface Placed {
  /** Without a link in its path, as far as it is there. */
  readonly workspace: string;
  /** Absolute; null when no state directory is known. */
  readonly undoDirectory: string | null;
}

/**
 * The workspace without links in its path, and the directory that stands for it in the state directory. A workspace that is
 * not there stays as it was named, for whoever uses it to refuse.
 *
 * @example
 * ```ts
 * import { placed } from "gatehouse/config/flow_place.ts";
 *
 * const { workspace, undoDirectory } = await placed("/nowhere/at/all", { stateDirectory: "/s" });
 * if (workspace !== "/nowhere/at/all" || !undoDirectory?.startsWith("/s/flow/")) throw new Error("other places");
 * ```
 */
export async function placed(
  workspace: string,
  { stateDirectory }: { readonly stateDirectory: string | null },
): Promise<Placed> {
  const real = realPath(workspace);
  const name = (await sha256(real)).slice(0, 32);
  return {
    workspace: real,
    undoDirectory: stateDirectory === null ? null : `${realPath(stateDirectory)}/flow/${name}`,
  };
}

/**
 * The layer of the older program's file, which takes nothing but what is about the workspace; null when there is no such
 * file.
 *
 * @throws ToolError `CONFIG_INVALID` as for any file, and for another setting.
 *
 * @example
 * ```ts
 * import { flowFileLayer } from "gatehouse/config/flow_place.ts";
 *
 * if (await flowFileLayer("/nowhere/flow/config.toml") !== null) throw new Error("read from nothing");
 * ```
 */
export async function flowFileLayer(path: string): Promise<RawLayer | null> {
  const layer = await fileLayer(path, { required: false });
  for (const [name, value] of layer?.values ?? []) {
    if (Object.hasOwn(FLOW_FILE_SCHEMA, name) || givesTrust(name, value)) continue;
    throw configError(
      `Unknown setting ${shown(name)} at ${shown(layer?.origin(name))}`,
      `The settings of this file are ${Object.keys(FLOW_FILE_SCHEMA).join(", ")}`,
    );
  }
  return layer;
}

function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}
