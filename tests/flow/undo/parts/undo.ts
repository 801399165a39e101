/** What the tests of undoing share: runs of a few writes, and scripts that are stopped in the middle of one. */
import { fileURLToPath } from "node:url";
import { Journal } from "../../../../lib/flow/undo/journal.ts";
import { undo, type UndoReport } from "../../../../lib/flow/undo/put_back.ts";
import type { Workspace } from "../../../../lib/flow/workspace/workspace.ts";

/** Where a run works, and where its journal is. */
export interface Where {
  readonly root: string;
  readonly undo: string;
}

/** One run: begins a journal, acts, and ends it. */
export function runIn(
  at: Where & { readonly workspace: Workspace },
  act: (workspace: Workspace) => void,
): void {
  using journal = Journal.begin(at.undo, at.root);
  at.workspace.begin(journal);
  try {
    act(at.workspace);
  } finally {
    at.workspace.begin(null);
  }
}

/** Undoes the last run of a trusted workspace. */
export function undoIn(at: Where, signal?: AbortSignal): UndoReport {
  return undo({ workspace: at.root, trusted: true, undoDirectory: at.undo }, signal);
}

/** How a script ended, and what it wrote. */
export interface Ran {
  readonly code: number;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script beside this file with rights to nothing but these directories, or through another program. */
export async function script(
  name: string,
  args: readonly string[],
  { only, through = [] }: { readonly only: readonly string[]; readonly through?: readonly string[] },
): Promise<Ran> {
  const path = fileURLToPath(import.meta.resolve(`./${name}`));
  const rights = [`--allow-read=${only.join(",")}`, `--allow-write=${only.join(",")}`];
  const config = fileURLToPath(import.meta.resolve("../../../../deno.json"));
  const [program = Deno.execPath(), ...rest] = [...through, Deno.execPath()];
  const child = new Deno.Command(program, {
    args: [...rest, "run", "--no-prompt", "--no-check", "--config", config, ...rights, path, ...args],
    stdin: "null",
  });
  const { code, signal, stdout, stderr } = await child.output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, signal, stdout: decode(stdout), stderr: decode(stderr) };
}
