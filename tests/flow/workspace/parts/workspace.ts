/** What the tests of the workspace share: a workspace in a new directory with a place for its journal beside it. */
import { Workspace, type WorkspaceOptions } from "../../../../lib/flow/workspace/workspace.ts";
import { scratch } from "../../../core/files_parts.ts";

/** A directory with a workspace, a place for its journal, and room outside of both; removed at the end. */
export async function place(
  options: Partial<WorkspaceOptions> = {},
): Promise<{ root: string; undo: string; outside: string; workspace: Workspace } & AsyncDisposable> {
  const dir = await scratch();
  const [root, undo, outside] = ["project", "undo", "outside"].map((name) => `${dir.path}/${name}`);
  if (root === undefined || undo === undefined || outside === undefined) throw new Error("No directories");
  await Promise.all([Deno.mkdir(root), Deno.mkdir(undo, { mode: 0o700 }), Deno.mkdir(outside)]);
  return {
    root,
    undo,
    outside,
    workspace: workspaceIn(root, options),
    [Symbol.asyncDispose]: () => dir[Symbol.asyncDispose](),
  };
}

/** A trusted workspace without protected files, but for what is asked. */
export function workspaceIn(root: string, options: Partial<WorkspaceOptions> = {}): Workspace {
  return new Workspace({ root, trusted: true, ownFiles: [], isProtected: () => false, ...options });
}

/** Everything below a directory by path: the type, the permission bits and what it holds or leads to. */
export function contentsOf(root: string, below = ""): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name } of Deno.readDirSync(`${root}/${below}`)) {
    const path = below === "" ? name : `${below}/${name}`;
    const info = Deno.lstatSync(`${root}/${path}`);
    const mode = ((info.mode ?? 0) & 0o7777).toString(8);
    if (info.isDirectory) {
      found[path] = `directory ${mode}`;
      Object.assign(found, contentsOf(root, path));
    } else if (info.isSymlink) found[path] = `link ${Deno.readLinkSync(`${root}/${path}`)}`;
    else if (info.isFile) found[path] = `file ${mode} ${Deno.readFileSync(`${root}/${path}`).toHex()}`;
    else found[path] = "other";
  }
  return found;
}
