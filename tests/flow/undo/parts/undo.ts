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
  readonly stdout: string;
  readonly stderr: string;
}

/** What a script may use, and what starts it. */
export interface ScriptOptions {
  /** The only directories that it may read and write. */
  readonly only: readonly string[];
  /** A program and its arguments that starts it. */
  readonly through?: readonly string[];
}

/** Runs a script beside this file to its end. */
export async function script(name: string, args: readonly string[], options: ScriptOptions): Promise<Ran> {
  const { code, stdout, stderr } = await command(name, args, options).output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: decode(stdout), stderr: decode(stderr) };
}

/** Runs `cut_off.ts`, which ends before its n-th call; the number of all its calls when it had fewer, else null. */
export async function cutOff(
  what: "run" | "undo",
  at: Where,
  { last }: { last: number },
): Promise<number | null> {
  const { code, stdout, stderr } = await script("cut_off.ts", [what, at.root, at.undo, `${last}`], {
    only: [at.root, at.undo],
  });
  if (code === CUT_OFF) return null;
  const calls = stdout.match(/^done (\d+)$/m)?.[1];
  if (code !== 0 || calls === undefined) throw new Error(`${code} ${stdout} ${stderr}`);
  return Number(calls);
}

/** The exit code of a script that has cut itself off. */
export const CUT_OFF = 42;

function command(name: string, args: readonly string[], { only, through = [] }: ScriptOptions): Deno.Command {
  const path = fileURLToPath(import.meta.resolve(`./${name}`));
  const config = fileURLToPath(import.meta.resolve("../../../../deno.json"));
  const rights = [`--allow-read=${only.join(",")}`, `--allow-write=${only.join(",")}`];
  const [program = Deno.execPath(), ...before] = [...through, Deno.execPath()];
  const flags = ["run", "--no-prompt", "--no-check", "--config", config, ...rights];
  return new Deno.Command(program, { args: [...before, ...flags, path, ...args], stdin: "null" });
}
