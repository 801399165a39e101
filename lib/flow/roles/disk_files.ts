/** The file tools, carried out on disk. */
import { listFiles } from "../look/list.ts";
import { searchFiles } from "../look/search.ts";
import type { ToolResult } from "../types.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Files } from "./offered.ts";

/** Arguments that have passed the schemas of `file_tools.ts`: what is missing there is missing here. */
type Args = Readonly<Record<string, unknown>>;

/** The workspace's own reading and writing. */
export class DiskFiles implements Files {
  readonly #workspace: Workspace;

  /** @param workspace Where the files are. */
  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  read(args: Args): Promise<ToolResult> {
    return Promise.resolve(this.#workspace.read(textIn(args, "path"), rangeIn(args)));
  }

  list({ path }: Args, signal: AbortSignal): Promise<ToolResult> {
    return listFiles(this.#workspace, { signal, ...(typeof path === "string" ? { path } : {}) });
  }

  search({ regex, path, limit, ...args }: Args, signal: AbortSignal): Promise<ToolResult> {
    return searchFiles(this.#workspace, {
      query: textIn(args, "query"),
      signal,
      ...(typeof regex === "boolean" ? { regex } : {}),
      ...(typeof path === "string" ? { path } : {}),
      ...(typeof limit === "number" ? { limit } : {}),
    });
  }

  write(args: Args): Promise<ToolResult> {
    return Promise.resolve(this.#workspace.write(textIn(args, "path"), textIn(args, "content")));
  }

  edit(args: Args): Promise<ToolResult> {
    const { expected_occurrences } = args;
    return Promise.resolve(this.#workspace.edit(textIn(args, "path"), {
      old: textIn(args, "old"),
      new: textIn(args, "new"),
      ...(typeof expected_occurrences === "number" ? { expected_occurrences } : {}),
    }));
  }
}

/**
 * A text among arguments; empty when it is none, which every file tool refuses as a path.
 *
 * @example
 * ```ts
 * import { textIn } from "gatehouse/flow/roles/disk_files.ts";
 *
 * if (textIn({ path: "a" }, "path") !== "a" || textIn({}, "path") !== "") throw new Error("misread");
 * ```
 */
export function textIn(args: Args, key: string): string {
  const value = args[key];
  return typeof value === "string" ? value : "";
}

/**
 * The lines that arguments ask for.
 *
 * @example
 * ```ts
 * import { rangeIn } from "gatehouse/flow/roles/disk_files.ts";
 *
 * if (JSON.stringify(rangeIn({ offset: 2 })) !== '{"offset":2}') throw new Error("misread");
 * ```
 */
export function rangeIn({ offset, limit }: Args): { readonly offset?: number; readonly limit?: number } {
  return {
    ...(typeof offset === "number" ? { offset } : {}),
    ...(typeof limit === "number" ? { limit } : {}),
  };
}
